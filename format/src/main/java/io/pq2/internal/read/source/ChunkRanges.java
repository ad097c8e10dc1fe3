package io.pq2.internal.read.source;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encryption.FileDecryptor;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.Column;

/** Where column chunks lie, checked against the file: what a footer says about that is not to be believed. */
public final class ChunkRanges {

    private static final int MAGIC_LENGTH = 4;

    /** The most that a dictionary page's header takes, which old writers left out of {@code total_compressed_size}. */
    private static final int OLD_HEADER_PADDING = 100;

    private final String location;
    private final long dataEnd;
    private final boolean paddingNeeded;

    /**
     * @param location of the file
     * @param dataEnd where the footer begins, in bytes from the start of the file
     * @param writer who wrote the file
     */
    public ChunkRanges(String location, long dataEnd, WriterVersion writer) {
        this.location = location;
        this.dataEnd = dataEnd;
        this.paddingNeeded = writer.omitsDictionaryHeaderFromSize();
    }

    /**
     * Checks a column chunk's metadata against its column and its row group.
     *
     * @param decryptor of the file, null if nothing in it is encrypted
     * @throws io.pq2.exception.KeyDeniedException if the column is encrypted and there is no key for it
     */
    public static ColumnMetaData metadata(RowGroup rowGroup, int ordinal, Column column, FileDecryptor decryptor) {
        ColumnChunk chunk = rowGroup.columns().get(column.index());
        checkKey(chunk, ordinal, column, decryptor);
        ColumnMetaData metadata = chunk.metadata();
        if (metadata == null) {
            throw new CorruptFileException("ColumnChunk.meta_data is missing").locate(location(ordinal, column));
        }
        if (metadata.type() != column.field().physicalType()) {
            throw new CorruptFileException("ColumnMetaData.type is " + metadata.type() + ", the schema says "
                            + column.field().physicalType())
                    .locate(location(ordinal, column));
        }
        boolean flat = column.maxRepetitionLevel() == 0;
        if (flat ? metadata.numValues() != rowGroup.numRows() : metadata.numValues() < rowGroup.numRows()) {
            throw new CorruptFileException("ColumnMetaData.num_values is " + metadata.numValues()
                            + ", RowGroup.num_rows is " + rowGroup.numRows())
                    .locate(location(ordinal, column));
        }
        return metadata;
    }

    /** Fails if a column chunk is encrypted and there is no key for it. */
    public static void checkKey(ColumnChunk chunk, int rowGroup, Column column, FileDecryptor decryptor) {
        if (chunk.cryptoMetadata() == null) {
            return;
        }
        if (decryptor == null) {
            throw new CorruptFileException(
                            "ColumnChunk.crypto_metadata says that the column is encrypted; the file does not say how")
                    .locate(location(rowGroup, column));
        }
        if (chunk.filePath() != null) {
            throw new UnsupportedFeatureException("an encrypted column in another file than the footer")
                    .locate(location(rowGroup, column));
        }
        decryptor.requireKey(rowGroup, column, chunk.cryptoMetadata());
    }

    private static FileLocation location(int rowGroup, Column column) {
        return new FileLocation(null, rowGroup, column.dottedPath(), -1, -1);
    }

    /** Which file a column chunk lies in, see {@link ExternalFilePath}. */
    public String sibling(ColumnChunk chunk, int rowGroup, Column column) {
        try {
            return ExternalFilePath.of(location, chunk.filePath());
        } catch (CorruptFileException e) {
            throw e.locate(location(rowGroup, column));
        }
    }

    /** The bytes of the offset index, null if there is none that could be read. */
    public ByteRange offsetIndex(ColumnChunk chunk, String sibling) {
        return chunk.offsetIndexOffset() == null || chunk.offsetIndexLength() == null
                ? null
                : inside(chunk.offsetIndexOffset(), chunk.offsetIndexLength(), end(sibling));
    }

    /** The bytes of the column index, null if there is none that could be read. */
    public ByteRange columnIndex(ColumnChunk chunk, String sibling) {
        return chunk.columnIndexOffset() == null || chunk.columnIndexLength() == null
                ? null
                : inside(chunk.columnIndexOffset(), chunk.columnIndexLength(), end(sibling));
    }

    /** A range if it has bytes and lies between the magic and an end, otherwise null. */
    public static ByteRange inside(long offset, long length, long end) {
        boolean inside = offset >= MAGIC_LENGTH
                && length > 0
                && length <= Integer.MAX_VALUE - RangeSource.SLACK
                && length <= end - offset;
        return inside ? new ByteRange(offset, (int) length) : null;
    }

    /** The end of what may be read; that of another file is looked at when it is open. */
    public long end(String sibling) {
        return sibling == null ? dataEnd : Long.MAX_VALUE;
    }

    /**
     * How many bytes a column chunk has, from its {@link #start} on.
     *
     * @param sibling the file that it lies in, null for the one with the footer
     */
    public long length(ColumnMetaData metadata, String sibling, int rowGroup, Column column) {
        long end = end(sibling);
        if (metadata.numValues() == 0) {
            return 0;
        }
        long start = start(metadata);
        long length = metadata.totalCompressedSize();
        if (start < MAGIC_LENGTH || length < 0 || start > end || length > end - start) {
            throw new CorruptFileException("the column chunk is said to lie at offset " + start
                            + " with total_compressed_size " + length + "; the file has pages from " + MAGIC_LENGTH
                            + " to "
                            + dataEnd)
                    .locate(location(rowGroup, column));
        }
        return paddingNeeded ? Math.min(length + OLD_HEADER_PADDING, end - start) : length;
    }

    /** What is read first of a column chunk: all of it, unless it is longer than {@code most}. */
    public static ByteRange beginning(ColumnMetaData metadata, long length, int most) {
        return new ByteRange(length == 0 ? MAGIC_LENGTH : start(metadata), (int) Math.min(length, most));
    }

    /**
     * Where a chunk begins: at its dictionary page, if it has one. Writers are known that put a {@code dictionary_page_offset} of
     * 0, or one behind the data, where there is none.
     */
    public static long start(ColumnMetaData metadata) {
        Long dictionary = metadata.dictionaryPageOffset();
        return dictionary != null && dictionary > 0 && dictionary < metadata.dataPageOffset()
                ? dictionary
                : metadata.dataPageOffset();
    }
}
