package io.pq2.metadata;

import org.jspecify.annotations.Nullable;

/**
 * A column of a row group.
 *
 * @param filePath path of the external file with the data, relative to the directory of this file; absent if the data
 *     is in this file
 * @param fileOffset deprecated: writers set 0 and readers ignore it
 * @param metadata location and encoding of the values; absent if encrypted or omitted
 * @param offsetIndexOffset offset of the {@link OffsetIndex} from the start of the file
 * @param offsetIndexLength length of the {@link OffsetIndex} in bytes
 * @param columnIndexOffset offset of the {@link ColumnIndex} from the start of the file
 * @param columnIndexLength length of the {@link ColumnIndex} in bytes
 * @param cryptoMetadata key of the column chunk; absent if it is not encrypted
 * @param encryptedColumnMetadata {@code metadata} encrypted with the key of the column
 */
public record ColumnChunk(
        @Nullable String filePath,
        long fileOffset,
        @Nullable ColumnMetaData metadata,
        @Nullable Long offsetIndexOffset,
        @Nullable Integer offsetIndexLength,
        @Nullable Long columnIndexOffset,
        @Nullable Integer columnIndexLength,
        @Nullable ColumnCryptoMetaData cryptoMetadata,
        byte @Nullable [] encryptedColumnMetadata) {

    /** Returns this column chunk with other metadata. */
    public ColumnChunk withMetadata(ColumnMetaData newMetadata) {
        return new ColumnChunk(
                filePath,
                fileOffset,
                newMetadata,
                offsetIndexOffset,
                offsetIndexLength,
                columnIndexOffset,
                columnIndexLength,
                cryptoMetadata,
                encryptedColumnMetadata);
    }
}
