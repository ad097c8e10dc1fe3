package io.pq2.internal.read.decode;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.compression.Codecs;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.encoding.dictionary.PlainDictionary;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.DataPage;
import io.pq2.internal.page.DictionaryPage;
import io.pq2.internal.page.PageBuffer;
import io.pq2.internal.page.PageReader;
import io.pq2.metadata.CompressionCodec;
import io.pq2.read.ScanExplanation;
import io.pq2.read.ScanMetrics;
import io.pq2.schema.Column;
import io.pq2.schema.Repetition;
import io.pq2.vector.Vector;

/**
 * Decodes one column, chunk after chunk, so many rows at a time, into arrays that are filled anew each time.
 *
 * <p>Which kind of reader a column has depends on its levels alone: none, one bit a slot, or bytes from which {@link
 * VectorNode}s derive the structure of what is around the column.
 */
public abstract sealed class ColumnReader implements AutoCloseable
        permits RequiredColumnReader, OptionalColumnReader, NestedColumnReader {

    private final Column column;
    private final ColumnValues values;
    private final PageBuffer buffer = new PageBuffer();
    private CompressionCodec codec;
    private Decompressor decompressor;
    private PageReader pages;
    /** Of the chunk's first pages, before which its dictionary is. */
    private PageReader first;

    private DataPage page;
    private Vector dictionary;
    private int pageLeft;
    /** Whether a page can be decoded without those before it. */
    private boolean pagesStandAlone;

    private boolean verifyChecksums;
    /** The row of the row group that comes next. */
    private long row;
    /** How many rows in front of it are still to be passed over: together, so that pages among them are never opened. */
    private long pending;

    ColumnReader(Column column) {
        this.column = column;
        this.values = ColumnValues.of(column.field());
    }

    public static ColumnReader of(Column column) {
        if (column.maxDefinitionLevel() == 0) {
            return new RequiredColumnReader(column);
        }
        boolean flat = column.maxDefinitionLevel() == 1 && column.field().repetition() == Repetition.OPTIONAL;
        return flat ? new OptionalColumnReader(column) : new NestedColumnReader(column);
    }

    public final Column column() {
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
    public final void start(ColumnChunkBytes chunk, long firstRow, boolean verify) {
        CompressionCodec chunkCodec = chunk.metadata().codec();
        if (codec != chunkCodec) {
            closeDecompressor();
            decompressor = decompressor(chunk);
            codec = chunkCodec;
        }
        pagesStandAlone = !chunk.writer().sharesPrefixesAcrossPages();
        verifyChecksums = verify;
        values.startChunk(chunk.writer());
        dictionary = null;
        resume(chunk, firstRow);
        first = pages;
    }

    /**
     * Goes on with others of the chunk's pages, which come behind those that were read.
     *
     * @param firstRow the index in the row group of the first row in there
     */
    public final void resume(ColumnChunkBytes chunk, long firstRow) {
        pages = new PageReader(chunk, decompressor, buffer, verifyChecksums);
        page = null;
        pageLeft = 0;
        pending = 0;
        row = firstRow;
        startChunk();
    }

    /** The index in the row group of the row that comes next. */
    public final long row() {
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
    public final void read(int rows) {
        clear(rows);
        decode(rows);
    }

    /**
     * Decodes some of the next rows and passes over the others. What was decoded before is lost.
     *
     * @param wanted ascending indexes among the next rows
     * @param count how many of them
     * @param rows how many rows to go on by
     * @throws CorruptFileException if the chunk has fewer rows or is not as the format demands
     */
    public final void read(int[] wanted, int count, int rows) {
        clear(count);
        int at = 0;
        for (int i = 0; i < count; ) {
            int from = wanted[i];
            int to = from;
            while (i < count && wanted[i] == to) {
                i++;
                to++;
            }
            passOver(from - at);
            decode(to - from);
            at = to;
        }
        passOver(rows - at);
    }

    /** Passes over the next rows. What was decoded before is lost. Faults in them are only found if rows behind them are read. */
    public final void skip(long rows) {
        clear(0);
        passOver(rows);
    }

    private void passOver(long rows) {
        pending += rows;
        row += rows;
    }

    private void clear(int rows) {
        values.clear();
        startBatch(rows);
    }

    /** Forgets what was decoded; so many rows will be. */
    abstract void startBatch(int rows);

    private void decode(int rows) {
        try {
            if (pending > 0) {
                skipRows(pending);
                pending = 0;
            }
            readRows(rows);
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

    /** Adds the next rows to those that were decoded since {@link #startBatch}. */
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
        values.leavePage();
        return left + pages.passOver(rows - left);
    }

    /** Nothing more of the page is wanted. */
    void leavePage() {}

    /**
     * Adds what was done with the chunk, of which nothing more is then read.
     *
     * @param ordinal the row group
     * @param index the column's index among the plan's columns
     * @param explanation null if nobody asks for it
     */
    public final void count(int ordinal, int index, ScanMetrics metrics, ScanExplanation explanation) {
        if (pages == null) {
            return;
        }
        metrics.countPages(pages.dataPages(), pages.pagesPassed(), pages.valuesSeen(), pages.decompressNanos());
        if (explanation != null) {
            explanation.pages(ordinal, index, pages.dataPages(), pages.pagesPassed());
        }
        pages = null;
    }

    /** Checks that all values of the chunk were read with its last row; only if all rows of the row group were read. */
    public final void finish() {
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
        DictionaryPage encoded = dictionary == null ? dictionaryPage() : null;
        if (encoded != null) {
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

    /** The dictionary of the chunk, null if none is known so far. Pages may have been passed over before anything was read. */
    private DictionaryPage dictionaryPage() {
        if (pages != first && BinaryColumnValues.isDictionary(page.encoding())) {
            first.findDictionary();
        }
        return pages.dictionary() == null ? first.dictionary() : pages.dictionary();
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
