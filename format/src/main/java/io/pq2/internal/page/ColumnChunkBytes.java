package io.pq2.internal.page;

import io.pq2.internal.encryption.ChunkDecryptor;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.schema.Column;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A column chunk as it was read from a file, or the beginning of a long one.
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
 * @param rest what stands behind {@code end} and is still to be read; null if nothing does
 * @param dictionary of a part: the dictionary page, if that is not one of the pages; otherwise null
 * @param firstPage the ordinal in the chunk of the first data page that is here
 * @param decryptor what decrypts the pages and their headers, null if they are not encrypted
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
        Rest rest,
        ColumnChunkBytes dictionary,
        int firstPage,
        ChunkDecryptor decryptor) {

    /** A chunk that is not encrypted. */
    public ColumnChunkBytes(
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
            Rest rest,
            ColumnChunkBytes dictionary) {
        this(column, metadata, writer, file, rowGroup, fileOffset, bytes, start, end, part, rest, dictionary, 0, null);
    }

    /**
     * The same bytes as those of an encrypted chunk.
     *
     * @param pageOrdinal the ordinal in the chunk of the first data page that is here
     * @param with what decrypts them, null if they are not encrypted after all
     */
    public ColumnChunkBytes encrypted(int pageOrdinal, ChunkDecryptor with) {
        return new ColumnChunkBytes(
                column,
                metadata,
                writer,
                file,
                rowGroup,
                fileOffset,
                bytes,
                start,
                end,
                part,
                rest,
                dictionary,
                pageOrdinal,
                with);
    }

    /**
     * The bytes of a long chunk that are not there yet.
     *
     * @param length how many there are, directly behind those that are
     * @param stretch how many to read at once, or more for a page that is longer
     * @param source where they are read
     */
    public record Rest(long length, int stretch, Source source) {}

    /** Reads more of a chunk. */
    @FunctionalInterface
    public interface Source {

        /**
         * Reads bytes of the chunk.
         *
         * @param offset of the first from the start of the file
         * @return a buffer as {@link io.pq2.io.RangeSource#read} returns it
         */
        ByteBuffer read(long offset, int length) throws IOException;
    }
}
