package io.pq2.internal.read.source;

import io.pq2.internal.encryption.FileDecryptor;
import io.pq2.internal.metadata.LazyList;
import io.pq2.internal.thrift.ColumnChunkReader;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * Decrypts column metadata that is encrypted with a column key ({@code ColumnChunk.encrypted_column_metadata}), when a
 * column chunk is first used.
 */
final class DecryptedColumns {

    private DecryptedColumns() {}

    /** Returns a footer whose column metadata is decrypted for every column with a key; the rest of it is unchanged. */
    static FileMetaData of(FileMetaData footer, Schema schema, FileDecryptor decryptor) {
        List<RowGroup> rowGroups = new ArrayList<>(footer.rowGroups().size());
        for (int i = 0; i < footer.rowGroups().size(); i++) {
            rowGroups.add(of(footer.rowGroups().get(i), i, schema.columns(), decryptor));
        }
        return new FileMetaData(
                footer.version(),
                footer.schema(),
                footer.numRows(),
                rowGroups,
                footer.keyValueMetadata(),
                footer.createdBy(),
                footer.columnOrders(),
                footer.encryptionAlgorithm(),
                footer.footerSigningKeyMetadata());
    }

    private static RowGroup of(RowGroup rowGroup, int ordinal, List<Column> columns, FileDecryptor decryptor) {
        List<ColumnChunk> chunks = rowGroup.columns();
        return new RowGroup(
                new LazyList<>(chunks.size(), i -> of(chunks.get(i), ordinal, columns.get(i), decryptor)),
                rowGroup.totalByteSize(),
                rowGroup.numRows(),
                rowGroup.sortingColumns(),
                rowGroup.fileOffset(),
                rowGroup.totalCompressedSize(),
                rowGroup.ordinal());
    }

    private static ColumnChunk of(ColumnChunk chunk, int rowGroup, Column column, FileDecryptor decryptor) {
        ColumnCryptoMetaData crypto = chunk.cryptoMetadata();
        byte[] encrypted = chunk.encryptedColumnMetadata();
        if (crypto == null || encrypted == null || !decryptor.hasKey(column, crypto)) {
            return chunk;
        }
        byte[] plain = decryptor.columnMetadata(rowGroup, column, crypto, encrypted);
        return chunk.withMetadata(
                ColumnChunkReader.readMetadata(new CompactReader(plain, 0, plain.length), column.path()));
    }
}
