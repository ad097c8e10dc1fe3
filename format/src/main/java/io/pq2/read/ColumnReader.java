package io.pq2.read;

import io.pq2.CorruptFileException;
import io.pq2.FileLocation;
import io.pq2.UnsupportedFeatureException;
import io.pq2.compression.Codecs;
import io.pq2.compression.Decompressor;
import io.pq2.encoding.PlainDictionary;
import io.pq2.metadata.CompressionCodec;
import io.pq2.page.ColumnChunkBytes;
import io.pq2.page.DataPage;
import io.pq2.page.DictionaryPage;
import io.pq2.page.PageBuffer;
import io.pq2.page.PageReader;
import io.pq2.schema.Column;
import io.pq2.schema.Repetition;
import io.pq2.vector.Vector;

/**
 * Decodes one column, chunk after chunk, so many rows at a time, into arrays that are filled anew each time.
 *
 * <p>Which kind of reader a column has depends on its levels alone: none, one bit a slot, or bytes from which {@link
 * VectorNode}s derive the structure of what is around the column.
 */
abstract sealed class ColumnReader implements AutoCloseable
        permits RequiredColumnReader, OptionalColumnReader, NestedColumnReader {

    private final Column column;
    private final ColumnValues values;
    private final PageBuffer buffer = new PageBuffer();
    private CompressionCodec codec;
    private Decompressor decompressor;
    private PageReader pages;
    private DataPage page;
    private Vector dictionary;
    private int pageLeft;
    /** Whether a page can be decoded without those before it. */
    private boolean pagesStandAlone;

    private boolean verifyChecksums;
    /** The row of the row group that comes next. */
    private long row;

    ColumnReader(Column column) {
        this.column = column;
        this.values = ColumnValues.of(column.field());
    }

    static ColumnReader of(Column column) {
        if (column.maxDefinitionLevel() == 0) {
            return new RequiredColumnReader(column);
        }
        boolean flat = column.maxDefinitionLevel() == 1 && column.field().repetition() == Repetition.OPTIONAL;
        return flat ? new OptionalColumnReader(column) : new NestedColumnReader(column);
    }

    final Column column() {
        return column;
    }

    final ColumnValues values() {
        return values;
    }

    /**
     * Starts with a column chunk.
     *
     * @param chunk the chunk, or the first of those of its pages that are wanted
     * @param firstRow the index in the row group of the first row in there
     */
    final void start(ColumnChunkBytes chunk, long firstRow, boolean verify) {
        CompressionCodec chunkCodec = chunk.metadata().codec();
        if (codec != chunkCodec) {
            closeDecompressor();
            decompressor = decompressor(chunk);
            codec = chunkCodec;
        }
        pagesStandAlone = !chunk.writer().continuesDeltasAcrossPages();
        verifyChecksums = verify;
        values.startChunk(chunk.writer());
        dictionary = null;
        resume(chunk, firstRow);
    }

    /**
     * Goes on with others of the chunk's pages, which come behind those that were read.
     *
     * @param firstRow the index in the row group of the first row in there
     */
    final void resume(ColumnChunkBytes chunk, long firstRow) {
        pages = new PageReader(chunk, decompressor, buffer, verifyChecksums);
        page = null;
        pageLeft = 0;
        row = firstRow;
        startChunk();
    }

    /** The index in the row group of the row that comes next. */
    final long row() {
        return row;
    }

    private static Decompressor decompressor(ColumnChunkBytes chunk) {
        try {
            return Codecs.decompressor(chunk.metadata().codec());
        } catch (UnsupportedFeatureException e) {
            throw e.locate(
                    new FileLocation(null, chunk.rowGroup(), chunk.column().dottedPath(), -1, -1));
        }
    }

    /** What comes next is in another page, and not behind what was read last. */
    void startChunk() {}

    /**
     * Decodes the next rows. What was decoded before is lost.
     *
     * @throws CorruptFileException if the chunk has fewer rows or is not as the format demands
     */
    final void read(int rows) {
        values.clear();
        decode(rows, false);
    }

    /**
     * Passes over the next rows. What was decoded before is lost.
     *
     * @throws CorruptFileException if the chunk has fewer rows or is not as the format demands
     */
    final void skip(long rows) {
        values.clear();
        decode(rows, true);
    }

    private void decode(long rows, boolean unwanted) {
        try {
            if (unwanted) {
                skipRows(rows);
            } else {
                readRows((int) rows);
            }
            row += rows;
        } catch (CorruptFileException e) {
            throw e.locate(pages.location());
        } catch (UnsupportedFeatureException e) {
            throw e.locate(pages.location());
        } catch (IndexOutOfBoundsException e) {
            // Decoders check what they read, but some check a run of values at once and leave the last line to the
            // virtual machine, which guards each array anyway. Nothing but this page's bytes can have led here.
            throw new CorruptFileException("the page's bytes lead out of the page: " + e.getMessage(), e)
                    .locate(pages.location());
        }
    }

    abstract void readRows(int rows);

    abstract void skipRows(long rows);

    /**
     * Passes over the rest of the page, if the next rows have all of it, and over whole pages behind it; says how many rows that
     * were. Only where each row has one entry.
     *
     * @param left how many rows are left of the page
     */
    final long skipPages(long rows, int left) {
        if (!pagesStandAlone || rows < left) {
            return 0;
        }
        pageLeft = 0;
        leavePage();
        return left + pages.passOver(rows - left);
    }

    /** Nothing more of the page is wanted. */
    void leavePage() {}

    /** Adds what was done with the chunk, of which nothing more is then read. */
    final void count(ScanMetrics metrics) {
        if (pages != null) {
            metrics.countPages(pages.dataPages(), pages.valuesSeen(), pages.decompressNanos());
            pages = null;
        }
    }

    /** Checks that all values of the chunk were read with its last row; only if all rows of the row group were read. */
    final void finish() {
        try {
            if (pageLeft > 0 || hasMore() || pages.next() != null) {
                throw new CorruptFileException(
                        "the column chunk has more values than the row group's num_rows asks for");
            }
        } catch (CorruptFileException e) {
            throw e.locate(pages.location());
        }
    }

    /** The page that was read last. */
    final FileLocation location() {
        return pages.location();
    }

    /** Whether values were taken from the page and not yet handed out. */
    boolean hasMore() {
        return false;
    }

    /** Goes to the next page; false if there is none. */
    final boolean nextPage() {
        values.leavePage();
        page = pages.next();
        if (page == null) {
            return false;
        }
        if (dictionary == null && pages.dictionary() != null) {
            DictionaryPage encoded = pages.dictionary();
            dictionary = PlainDictionary.read(
                    column.field().physicalType(),
                    column.field().typeLength(),
                    encoded.bytes(),
                    encoded.start(),
                    encoded.end(),
                    encoded.numValues());
        }
        pageLeft = page.numValues();
        values.startPage(page, dictionary);
        startPage(page);
        return true;
    }

    void startPage(DataPage newPage) {}

    /** The page that is being read, null before the first. */
    final DataPage page() {
        return page;
    }

    /** How many entries of the page were not yet taken. */
    final int pageLeft() {
        return pageLeft;
    }

    final void take(int entries) {
        pageLeft -= entries;
    }

    /** At least one more entry of a page, and at most {@code wanted}; fails if the chunk has no more. */
    final int nextSegment(long wanted) {
        if (pageLeft == 0 && !nextPage()) {
            throw tooFewRows(wanted);
        }
        int segment = (int) Math.min(wanted, pageLeft);
        pageLeft -= segment;
        return segment;
    }

    static CorruptFileException tooFewRows(long missing) {
        return new CorruptFileException(
                "the column chunk ends; the row group's num_rows asks for at least " + missing + " more rows");
    }

    /** Whether {@link #levels} are kept because something around the column needs them. */
    boolean keepsLevels() {
        return false;
    }

    /** The levels of the rows that were read, if they are kept. */
    LeafLevels levels() {
        throw new IllegalStateException("column " + column.dottedPath() + " keeps no levels");
    }

    /** The values of the rows that were read, one slot a row; only if levels are not kept. */
    abstract Vector vector();

    /** The values of the rows that were read, in the slots that the levels say; only if levels are kept. */
    final Vector vector(int slots, long[] validity) {
        return values.vector(slots, validity);
    }

    private void closeDecompressor() {
        if (decompressor != null) {
            decompressor.close();
            decompressor = null;
        }
    }

    @Override
    public final void close() {
        closeDecompressor();
    }
}
