package io.pq2.internal.thrift;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Exchanges what a file says about its keys and leaves every other byte as it is, those of fields that this version does not know among
 * them.
 */
public final class KeyMetadataEditor {

    private final byte[] bytes;
    private final CompactReader in;
    private final UnaryOperator<byte[]> change;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    /** The index behind what {@link #out} has. */
    private int copied;

    private KeyMetadataEditor(byte[] bytes, int offset, int limit, UnaryOperator<byte[]> change) {
        this.bytes = bytes;
        this.in = new CompactReader(bytes, offset, limit);
        this.change = change;
        this.copied = offset;
    }

    /**
     * A footer (FileMetaData) with other key metadata, of columns and of the key that it is signed with.
     *
     * @param offset index of its first byte
     * @param limit index behind its last byte
     * @param change from key metadata to what is to stand in its place, which may be the same; of a column it is asked once a row group
     * @throws io.pq2.exception.CorruptFileException if the bytes are no FileMetaData
     */
    public static byte[] fileMetadata(byte[] bytes, int offset, int limit, UnaryOperator<byte[]> change) {
        KeyMetadataEditor editor = new KeyMetadataEditor(bytes, offset, limit, change);
        editor.fileMetadata();
        return editor.finished(limit);
    }

    /** What stands in front of an encrypted footer (FileCryptoMetaData), otherwise as {@link #fileMetadata}. */
    public static byte[] fileCryptoMetadata(byte[] bytes, int offset, int limit, UnaryOperator<byte[]> change) {
        KeyMetadataEditor editor = new KeyMetadataEditor(bytes, offset, limit, change);
        editor.fileCryptoMetadata();
        return editor.finished(limit);
    }

    private void fileCryptoMetadata() {
        int outer = in.beginStruct();
        while (in.nextField("FileCryptoMetaData")) {
            if (in.fieldId() == 2) {
                exchange("FileCryptoMetaData.key_metadata");
            } else {
                in.skip("FileCryptoMetaData");
            }
        }
        in.endStruct(outer);
    }

    private void fileMetadata() {
        int outer = in.beginStruct();
        while (in.nextField("FileMetaData")) {
            switch (in.fieldId()) {
                case 4 -> {
                    int count = in.beginList(WireType.STRUCT, "FileMetaData.row_groups");
                    for (int i = 0; i < count; i++) {
                        rowGroup();
                    }
                }
                case 9 -> exchange("FileMetaData.footer_signing_key_metadata");
                default -> in.skip("FileMetaData");
            }
        }
        in.endStruct(outer);
    }

    private void rowGroup() {
        int outer = in.beginStruct();
        while (in.nextField("RowGroup")) {
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
        while (in.nextField("ColumnChunk")) {
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
        while (in.nextField("ColumnCryptoMetaData")) {
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
        while (in.nextField("EncryptionWithColumnKey")) {
            if (in.fieldId() == 2) {
                exchange("EncryptionWithColumnKey.key_metadata");
            } else {
                in.skip("EncryptionWithColumnKey");
            }
        }
        in.endStruct(outer);
    }

    /** Reads the current field, a binary, and puts something else in its place: another length and other bytes behind the same header. */
    private void exchange(String field) {
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

    private byte[] finished(int limit) {
        out.write(bytes, copied, limit - copied);
        return out.toByteArray();
    }
}
