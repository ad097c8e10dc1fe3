package io.pq2.internal.thrift;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Replaces the key metadata of a file and preserves all other bytes, including unknown fields. */
public final class KeyMetadataEditor {

    private final byte[] bytes;
    private final CompactReader in;
    private final UnaryOperator<byte[]> change;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    /** Index after the last byte that was copied to {@link #out}. */
    private int copied;

    private KeyMetadataEditor(byte[] bytes, int offset, int limit, UnaryOperator<byte[]> change) {
        this.bytes = bytes;
        this.in = new CompactReader(bytes, offset, limit);
        this.change = change;
        this.copied = offset;
    }

    /**
     * Returns a footer (FileMetaData) with other key metadata of columns and of the signing key.
     *
     * @param bytes array that contains the footer
     * @param offset index of its first byte
     * @param limit index after its last byte
     * @param change returns the replacement for key metadata, which may be equal; it is called for each column in
     *     each row group
     * @throws io.pq2.exception.CorruptFileException if the bytes are not FileMetaData
     */
    public static byte[] fileMetadata(byte[] bytes, int offset, int limit, UnaryOperator<byte[]> change) {
        KeyMetadataEditor editor = new KeyMetadataEditor(bytes, offset, limit, change);
        editor.fileMetadata();
        return editor.finish(limit);
    }

    /**
     * Returns the struct before an encrypted footer (FileCryptoMetaData) with other key metadata of the footer key.
     *
     * @param bytes array that contains the struct
     * @param offset index of its first byte
     * @param limit index after its last byte
     * @param change returns the replacement for key metadata, which may be equal
     * @throws io.pq2.exception.CorruptFileException if the bytes are not FileCryptoMetaData
     */
    public static byte[] fileCryptoMetadata(byte[] bytes, int offset, int limit, UnaryOperator<byte[]> change) {
        KeyMetadataEditor editor = new KeyMetadataEditor(bytes, offset, limit, change);
        editor.fileCryptoMetadata();
        return editor.finish(limit);
    }

    private void fileCryptoMetadata() {
        int outer = in.beginStruct();
        while (in.nextField(CryptoMetaDataReader.FILE_CRYPTO_METADATA)) {
            if (in.fieldId() == 2) {
                replace("FileCryptoMetaData.key_metadata");
            } else {
                in.skip("FileCryptoMetaData");
            }
        }
        in.endStruct(outer);
    }

    private void fileMetadata() {
        int outer = in.beginStruct();
        while (in.nextField(FooterReader.FILE_METADATA)) {
            switch (in.fieldId()) {
                case 4 -> {
                    int count = in.beginList(WireType.STRUCT, "FileMetaData.row_groups");
                    for (int i = 0; i < count; i++) {
                        rowGroup();
                    }
                }
                case 9 -> replace("FileMetaData.footer_signing_key_metadata");
                default -> in.skip("FileMetaData");
            }
        }
        in.endStruct(outer);
    }

    private void rowGroup() {
        int outer = in.beginStruct();
        while (in.nextField(FooterReader.ROW_GROUP)) {
            if (in.fieldId() == 1) {
                int count = in.beginList(WireType.STRUCT, "RowGroup.columns");
                for (int i = 0; i < count; i++) {
                    columnChunk();
                }
            } else {
                in.skip("RowGroup");
            }
        }
        in.endStruct(outer);
    }

    private void columnChunk() {
        int outer = in.beginStruct();
        while (in.nextField(ColumnChunkReader.COLUMN_CHUNK)) {
            if (in.fieldId() == 8) {
                cryptoMetadata();
            } else {
                in.skip("ColumnChunk");
            }
        }
        in.endStruct(outer);
    }

    private void cryptoMetadata() {
        int outer = in.beginStruct("ColumnChunk.crypto_metadata");
        while (in.nextField(CryptoMetaDataReader.COLUMN_CRYPTO_METADATA)) {
            if (in.fieldId() == 2) {
                columnKey();
            } else {
                in.skip("ColumnCryptoMetaData");
            }
        }
        in.endStruct(outer);
    }

    private void columnKey() {
        int outer = in.beginStruct("ColumnCryptoMetaData.ENCRYPTION_WITH_COLUMN_KEY");
        while (in.nextField(CryptoMetaDataReader.ENCRYPTION_WITH_COLUMN_KEY)) {
            if (in.fieldId() == 2) {
                replace("EncryptionWithColumnKey.key_metadata");
            } else {
                in.skip("EncryptionWithColumnKey");
            }
        }
        in.endStruct(outer);
    }

    /** Replaces the value of the current field, a binary. The field header remains. */
    private void replace(String field) {
        int start = in.position();
        byte[] before = in.binary(field);
        byte[] after = change.apply(before.clone());
        if (Arrays.equals(before, after)) {
            return;
        }
        out.write(bytes, copied, start - copied);
        for (int rest = after.length; ; rest >>>= 7) {
            if (rest < 0x80) {
                out.write(rest);
                break;
            }
            out.write(rest & 0x7F | 0x80);
        }
        out.write(after, 0, after.length);
        copied = in.position();
    }

    private byte[] finish(int limit) {
        out.write(bytes, copied, limit - copied);
        return out.toByteArray();
    }
}
