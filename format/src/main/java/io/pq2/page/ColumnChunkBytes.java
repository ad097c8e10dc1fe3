package io.pq2.page;

import io.pq2.metadata.ColumnMetaData;
import io.pq2.schema.Column;

/**
 * A column chunk as it was read from a file.
 *
 * @param column the column
 * @param metadata what the footer says about the chunk
 * @param rowGroup the ordinal of the row group, for messages
 * @param fileOffset of the first byte from the start of the file, for messages
 * @param bytes where the chunk lies; never written to
 * @param start the index of its first byte
 * @param end the index behind its last byte
 */
public record ColumnChunkBytes(
        Column column, ColumnMetaData metadata, int rowGroup, long fileOffset, byte[] bytes, int start, int end) {}
