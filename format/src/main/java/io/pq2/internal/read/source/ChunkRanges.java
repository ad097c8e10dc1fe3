package io.pq2.internal.read.source;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encryption.FileDecryptor;
import io.pq2.internal.writer.WriterFault;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.Column;
import org.jspecify.annotations.Nullable;

/** Locates column chunks, and compares what a footer says about them with the file. */
public final class ChunkRanges {

    private static final int MAGIC_LENGTH = 4;

    /** The largest size of a dictionary page header, which old writers left out of {@code total_compressed_size}. */
    private static final int OLD_HEADER_PADDING = 100;

    private final String location;
    private final long dataEnd;
    private final boolean paddingNeeded;

    /**
     * Creates the rules for one file.
     *
     * @param location the file's location
     * @param dataEnd the offset of the footer from the start of the file
     * @param writer the application that wrote the file
     */
    public ChunkRanges(String location, long dataEnd, WriterVersion writer) {
        this.location = location;
        this.dataEnd = dataEnd;
        this.paddingNeeded = writer.has(WriterFault.SIZE_WITHOUT_DICTIONARY_HEADER);
    }

    /**
     * Returns the metadata of a column chunk, after comparing it with the column and the row group.
     *
     * @param decryptor decrypts the file; absent if nothing in it is encrypted
     * @throws CorruptFileException if the metadata is missing or contradicts the schema or the row group
     * @throws io.pq2.exception.KeyDeniedException if the column is encrypted and the caller has no key for it
     */
    public static ColumnMetaData metadata(
            RowGroup rowGroup, int ordinal, Column column, @Nullable FileDecryptor decryptor) {
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

    /**
     * Checks that the caller has a key if a column chunk is encrypted.
     *
     * @param decryptor decrypts the file; absent if nothing in it is encrypted
     */
    public static void checkKey(ColumnChunk chunk, int rowGroup, Column column, @Nullable FileDecryptor decryptor) {
        if (chunk.cryptoMetadata() == null) {
            return;
        }
        if (decryptor == null) {
            throw new CorruptFileException(
                            "ColumnChunk.crypto_metadata says that the column is encrypted, but the file has"
                                    + " no encryption_algorithm")
                    .locate(location(rowGroup, column));
        }
        if (chunk.filePath() != null) {
            throw new UnsupportedFeatureException("an encrypted column in an external file")
                    .locate(location(rowGroup, column));
        }
        decryptor.requireKey(rowGroup, column, chunk.cryptoMetadata());
    }

    private static FileLocation location(int rowGroup, Column column) {
        return new FileLocation(null, rowGroup, column.dottedPath(), -1, -1);
    }

    /**
     * Returns the external file of a column chunk as {@link ExternalFilePath} resolves it; null for the scanned file.
     */
    public @Nullable String externalFile(ColumnChunk chunk, int rowGroup, Column column) {
        try {
            return ExternalFilePath.of(location, chunk.filePath());
        } catch (CorruptFileException e) {
            throw e.locate(location(rowGroup, column));
        }
    }

    /** Returns the range of the offset index; null if the chunk has none, or if the range is not in the file. */
    public @Nullable ByteRange offsetIndex(ColumnChunk chunk, @Nullable String externalFile) {
        return chunk.offsetIndexOffset() == null || chunk.offsetIndexLength() == null
                ? null
                : inside(chunk.offsetIndexOffset(), chunk.offsetIndexLength(), end(externalFile));
    }

    /** Returns the range of the column index; null if the chunk has none, or if the range is not in the file. */
    public @Nullable ByteRange columnIndex(ColumnChunk chunk, @Nullable String externalFile) {
        return chunk.columnIndexOffset() == null || chunk.columnIndexLength() == null
                ? null
                : inside(chunk.columnIndexOffset(), chunk.columnIndexLength(), end(externalFile));
    }

    /** Returns a range; null if it is empty, longer than an array, or not between the first magic and {@code end}. */
    public static @Nullable ByteRange inside(long offset, long length, long end) {
        boolean inside = offset >= MAGIC_LENGTH
                && length > 0
                && length <= Integer.MAX_VALUE - RangeSource.SLACK
                && length <= end - offset;
        return inside ? new ByteRange(offset, (int) length) : null;
    }

    /**
     * Returns the offset at which pages end at the latest. For an external file it is not known before the file is
     * opened.
     */
    public long end(@Nullable String externalFile) {
        return externalFile == null ? dataEnd : Long.MAX_VALUE;
    }

    /**
     * Returns the length of a column chunk in bytes, counted from its {@link #start}.
     *
     * @param externalFile the external file of the chunk; absent for the scanned file
     * @throws CorruptFileException if the chunk is not between the first magic and the footer
     */
    public long length(ColumnMetaData metadata, @Nullable String externalFile, int rowGroup, Column column) {
        long end = end(externalFile);
        if (metadata.numValues() == 0) {
            return 0;
        }
        long start = start(metadata);
        long length = metadata.totalCompressedSize();
        if (start < MAGIC_LENGTH || length < 0 || start > end || length > end - start) {
            throw new CorruptFileException("the column chunk starts at offset " + start
                            + " with total_compressed_size " + length + "; the file has pages from " + MAGIC_LENGTH
                            + " to "
                            + dataEnd)
                    .locate(location(rowGroup, column));
        }
        return paddingNeeded ? Math.min(length + OLD_HEADER_PADDING, end - start) : length;
    }

    /** Returns the part of a column chunk to request first: the whole chunk, or its first {@code maxBytes}. */
    public static ByteRange beginning(ColumnMetaData metadata, long length, int maxBytes) {
        return new ByteRange(length == 0 ? MAGIC_LENGTH : start(metadata), (int) Math.min(length, maxBytes));
    }

    /**
     * Returns the offset of a column chunk's first page: the dictionary page if there is one. Some writers set {@code
     * dictionary_page_offset} to 0 or to an offset after the data pages where there is no dictionary.
     */
    public static long start(ColumnMetaData metadata) {
        Long dictionary = metadata.dictionaryPageOffset();
        return dictionary != null && dictionary > 0 && dictionary < metadata.dataPageOffset()
                ? dictionary
                : metadata.dataPageOffset();
    }
}
