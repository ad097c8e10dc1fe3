package io.pq2.page;

import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.WriterVersion;
import io.pq2.schema.Column;

/**
 * A column chunk as it was read from a file.
 *
 * @param column the column
 * @param metadata what the footer says about the chunk
 * @param writer who wrote the file, for what is known to be wrong
 * @param file the file's location if it is not the one that is read, for messages; otherwise null
 * @param rowGroup the ordinal of the row group, for messages
 * @param fileOffset of the first byte from the start of the file, for messages
 * @param bytes where the chunk lies; never written to
 * @param start the index of its first byte
 * @param end the index behind its last byte
 * @param part whether it is not the whole chunk but some of its pages, one behind the other
 * @param dictionary of a part: the dictionary page, if that is not one of the pages; otherwise null
 */
public record ColumnChunkBytes(
        Column column,
        ColumnMetaData metadata,
        WriterVersion writer,
        String file,
        int rowGroup,
        long fileOffset,
        byte[] bytes,
        int start,
        int end,
        boolean part,
        ColumnChunkBytes dictionary) {}
