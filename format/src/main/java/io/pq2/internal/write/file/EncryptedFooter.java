package io.pq2.internal.write.file;

import io.pq2.internal.encryption.ChunkEncryptor;
import io.pq2.internal.encryption.FileEncryptor;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.thrift.ColumnChunkWriter;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.CryptoMetaDataWriter;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.EncryptionAlgorithm;
import io.pq2.metadata.EncryptionWithFooterKey;
import io.pq2.metadata.FileCryptoMetaData;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the footer of an encrypted file (Encryption.md, 5.3 to 5.5).
 *
 * <p>The metadata of a column chunk is a separate module if its column has a key of its own, or if the footer is in
 * plain text and the column is encrypted. A plaintext footer also contains the parts of this metadata that reveal
 * nothing about values, for readers without support for encryption.
 */
final class EncryptedFooter {

    private final FileEncryptor encryptor;
    private final List<Column> columns;
    private final CompactWriter buffer = new CompactWriter();

    EncryptedFooter(FileEncryptor encryptor, List<Column> columns) {
        this.encryptor = encryptor;
        this.columns = columns;
    }

    /**
     * Returns the bytes between the page indexes and the footer's length: the {@code FileCryptoMetaData} and the
     * encrypted footer, or a plaintext footer and its signature.
     */
    byte[] bytes(FileMetaData plain) {
        if (encryptor.plaintextFooter()) {
            byte[] footer = FooterWriter.write(with(plain, encryptor.algorithm(), encryptor.footerKeyMetadata()));
            return joined(footer, footer.length, encryptor.signature(footer));
        }
        buffer.reset();
        CryptoMetaDataWriter.write(
                new FileCryptoMetaData(encryptor.algorithm(), encryptor.footerKeyMetadata()), buffer);
        byte[] crypto = Arrays.copyOf(buffer.buffer(), buffer.size());
        return joined(crypto, crypto.length, encryptor.footer(FooterWriter.write(with(plain, null, null))));
    }

    private static byte[] joined(byte[] first, int length, byte[] second) {
        byte[] both = Arrays.copyOf(first, Math.addExact(length, second.length));
        System.arraycopy(second, 0, both, length, second.length);
        return both;
    }

    private FileMetaData with(
            FileMetaData plain, @Nullable EncryptionAlgorithm algorithm, byte @Nullable [] signingKeyMetadata) {
        List<RowGroup> rowGroups = new ArrayList<>(plain.rowGroups().size());
        for (int i = 0; i < plain.rowGroups().size(); i++) {
            rowGroups.add(rowGroup(plain.rowGroups().get(i), i));
        }
        return new FileMetaData(
                plain.version(),
                plain.schema(),
                plain.numRows(),
                rowGroups,
                plain.keyValueMetadata(),
                plain.createdBy(),
                plain.columnOrders(),
                algorithm,
                signingKeyMetadata);
    }

    private RowGroup rowGroup(RowGroup plain, int ordinal) {
        List<ColumnChunk> chunks = new ArrayList<>(columns.size());
        for (Column column : columns) {
            chunks.add(chunk(plain.columns().get(column.index()), column, ordinal));
        }
        return new RowGroup(
                chunks,
                plain.totalByteSize(),
                plain.numRows(),
                plain.sortingColumns(),
                plain.fileOffset(),
                plain.totalCompressedSize(),
                plain.ordinal());
    }

    private ColumnChunk chunk(ColumnChunk plain, Column column, int rowGroup) {
        ColumnCryptoMetaData crypto = encryptor.crypto(column);
        if (crypto == null) {
            return plain;
        }
        ColumnMetaData visible = plain.metadata();
        byte[] module = null;
        if (encryptor.plaintextFooter() || !(crypto instanceof EncryptionWithFooterKey)) {
            ChunkEncryptor ofColumn = Objects.requireNonNull(encryptor.column(column));
            ofColumn.rowGroup(rowGroup);
            buffer.reset();
            ColumnMetaData metadata = Objects.requireNonNull(plain.metadata());
            ColumnChunkWriter.writeMetadata(metadata, buffer);
            module = ofColumn.module(ModuleType.COLUMN_META_DATA, -1, buffer.buffer(), 0, buffer.size());
            visible = encryptor.plaintextFooter() ? stripped(metadata) : null;
        }
        return new ColumnChunk(
                plain.filePath(),
                plain.fileOffset(),
                visible,
                plain.offsetIndexOffset(),
                plain.offsetIndexLength(),
                plain.columnIndexOffset(),
                plain.columnIndexLength(),
                crypto,
                module);
    }

    /** Returns the metadata that locates the pages, without the metadata that describes their values. */
    private static ColumnMetaData stripped(ColumnMetaData full) {
        return new ColumnMetaData(
                full.type(),
                full.encodings(),
                full.pathInSchema(),
                full.codec(),
                full.numValues(),
                full.totalUncompressedSize(),
                full.totalCompressedSize(),
                null,
                full.dataPageOffset(),
                full.indexPageOffset(),
                full.dictionaryPageOffset(),
                null,
                null,
                full.bloomFilterOffset(),
                full.bloomFilterLength(),
                null,
                null);
    }
}
