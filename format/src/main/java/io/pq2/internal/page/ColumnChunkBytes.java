package io.pq2.internal.page;

import io.pq2.internal.encryption.ChunkDecryptor;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.schema.Column;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a column chunk, of some of its pages, or of the beginning of a long one.
 *
 * @param column the column
 * @param metadata the metadata of the chunk in the footer
 * @param writer the writer of the file, for its known defects
 * @param file the location of the external file, for messages; absent when the chunk is in the file of the footer
 * @param rowGroup the ordinal of the row group, from 0, for messages
 * @param fileOffset the offset of the first byte from the start of the file
 * @param bytes the array that contains the bytes; never changed
 * @param start the index of the first byte
 * @param end the index after the last byte
 * @param part whether these are only some pages of the chunk, without gaps between them
 * @param rest the unread bytes after {@code end}; absent when there are none
 * @param dictionary the dictionary page, if it is not among the pages of a part; otherwise absent
 * @param firstPage the ordinal in the chunk of the first data page, from 0
 * @param pageRows by page of a part: the index in the row group of its first row according to the offset index; then
 *     the index after the last row of the last page. Absent if the pages are not chosen by it
 * @param decryptor decrypts the pages and their headers; absent when they are not encrypted
 */
public record ColumnChunkBytes(
        Column column,
        ColumnMetaData metadata,
        WriterVersion writer,
        @Nullable String file,
        int rowGroup,
        long fileOffset,
        byte[] bytes,
        int start,
        int end,
        boolean part,
        @Nullable Rest rest,
        @Nullable ColumnChunkBytes dictionary,
        int firstPage,
        long @Nullable [] pageRows,
        @Nullable ChunkDecryptor decryptor) {

    /** Creates the bytes of a chunk that is not encrypted. */
    public ColumnChunkBytes(
            Column column,
            ColumnMetaData metadata,
            WriterVersion writer,
            @Nullable String file,
            int rowGroup,
            long fileOffset,
            byte[] bytes,
            int start,
            int end,
            boolean part,
            @Nullable Rest rest,
            @Nullable ColumnChunkBytes dictionary) {
        this(
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
                0,
                null,
                null);
    }

    /**
     * Returns the same bytes with their decryptor.
     *
     * @param pageOrdinal the ordinal in the chunk of the first data page, from 0
     * @param with decrypts the pages and their headers; absent when they are not encrypted
     */
    public ColumnChunkBytes encrypted(int pageOrdinal, @Nullable ChunkDecryptor with) {
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
                pageRows,
                with);
    }

    /** Returns the same bytes as if another application had written them. */
    public ColumnChunkBytes writtenBy(WriterVersion other) {
        return new ColumnChunkBytes(
                column,
                metadata,
                other,
                file,
                rowGroup,
                fileOffset,
                bytes,
                start,
                end,
                part,
                rest,
                dictionary,
                firstPage,
                pageRows,
                decryptor);
    }

    /** Returns the offset after the last byte, with the rest, from the start of the file. */
    public long fileEnd() {
        return fileOffset + end - start + (rest == null ? 0 : rest.length());
    }

    /**
     * Returns consecutive pages of this chunk.
     *
     * @param from the offset of the first page from the start of the file; in these bytes or their rest
     * @param to the offset after the last page
     * @param page the ordinal in the chunk of the first data page, from 0
     * @param separateDictionary the dictionary page; absent if the pages are decoded without one
     */
    public ColumnChunkBytes pages(long from, long to, int page, @Nullable ColumnChunkBytes separateDictionary) {
        boolean inMemory = to - fileOffset <= end - start;
        int first = inMemory ? start + (int) (from - fileOffset) : 0;
        return new ColumnChunkBytes(
                column,
                metadata,
                writer,
                file,
                rowGroup,
                from,
                inMemory ? bytes : new byte[0],
                first,
                inMemory ? first + (int) (to - from) : 0,
                true,
                inMemory || rest == null ? null : new Rest(to - from, rest.readSize(), rest.source()),
                separateDictionary,
                page,
                null,
                decryptor);
    }

    /**
     * The unread bytes of a long chunk.
     *
     * @param length the number of bytes, directly after the bytes that were read
     * @param readSize the number of bytes to read at once; a longer page is read at once too
     * @param source reads the bytes
     */
    public record Rest(long length, int readSize, Source source) {}

    /** Reads more bytes of a chunk. */
    @FunctionalInterface
    public interface Source {

        /**
         * Reads bytes of the chunk.
         *
         * @param offset the offset of the first byte from the start of the file
         * @param length the number of bytes
         * @return a buffer as {@link io.pq2.io.RangeSource#read} returns it
         * @throws IOException if the bytes cannot be read
         */
        ByteBuffer read(long offset, int length) throws IOException;
    }
}
