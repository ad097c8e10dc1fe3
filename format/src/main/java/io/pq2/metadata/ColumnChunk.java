package io.pq2.metadata;

/**
 * One column of one row group.
 *
 * @param filePath summary files only: the file that holds the data, relative to this one
 * @param fileOffset deprecated: writers put 0, readers ignore it
 * @param metadata where and how the values are stored; null if encrypted or left out
 * @param offsetIndexOffset offset of the {@link OffsetIndex} from the start of the file
 * @param offsetIndexLength bytes of the {@link OffsetIndex}
 * @param columnIndexOffset offset of the {@link ColumnIndex} from the start of the file
 * @param columnIndexLength bytes of the {@link ColumnIndex}
 * @param cryptoMetadata with which key the column chunk is encrypted, null if it is not
 * @param encryptedColumnMetadata {@code metadata}, encrypted
 */
public record ColumnChunk(
        String filePath,
        long fileOffset,
        ColumnMetaData metadata,
        Long offsetIndexOffset,
        Integer offsetIndexLength,
        Long columnIndexOffset,
        Integer columnIndexLength,
        ColumnCryptoMetaData cryptoMetadata,
        byte[] encryptedColumnMetadata) {
    /** The same column chunk, its metadata decrypted or replaced. */
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
