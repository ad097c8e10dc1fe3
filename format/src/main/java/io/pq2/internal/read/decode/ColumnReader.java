package io.pq2.internal.read.decode;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InternalErrorException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.compression.Decompressors;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.DataPage;
import io.pq2.internal.page.DictionaryPage;
import io.pq2.internal.page.PageBuffer;
import io.pq2.internal.page.PageReader;
import io.pq2.internal.read.plan.ScanListener;
import io.pq2.internal.writer.WriterFault;
import io.pq2.schema.Column;
import io.pq2.schema.Repetition;
import io.pq2.vector.Vector;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decodes one column, chunk by chunk, into arrays that are overwritten with each batch.
 *
 * <p>The kind of reader depends on the column's levels alone: a required column has none, an optional top-level column
 * has one bit per row, and any other column has levels from which {@link VectorNode} derives the structure around it.
 *
 * <p>A chunk is read as page runs: {@link #start} begins a chunk with its first run, {@link #resume} continues with a
 * later one.
 */
public abstract sealed class ColumnReader permits RequiredColumnReader, OptionalColumnReader, NestedColumnReader {

    /** The approximate size of a reader without its arrays, in bytes. */
    private static final int OBJECT_BYTES = 512;

    private final Column column;
    private final ColumnValues values;
    private final Decompressors decompressors;
    private final DecodeBudget budget;
    private final PageBuffer buffer;
    private @Nullable Decompressor decompressor;
    /** The pages of the current run; absent before the first run and after {@link #endRun}. */
    private @Nullable PageReader pages;
    /** The pages of the chunk's first run, which has the dictionary page. */
    private @Nullable PageReader firstRun;

    private @Nullable DataPage page;
    private @Nullable Vector dictionary;
    /** The size of the decoded dictionary in bytes, as the budget counts it. */
    private long dictionaryBytes;

    private int pageLeft;
    /** Whether a page can be decoded without the pages before it. */
    private boolean pagesAreIndependent;

    private boolean verifyChecksums;
    /** The index in the row group of the next row. */
    private long row;
    /**
     * The number of rows before {@link #row} that are still to be skipped. Skipping them together skips whole pages
     * unopened.
     */
    private long pending;

    /** @param fixedBytes the size of the arrays that the reader always has, in bytes */
    ColumnReader(Column column, Decompressors decompressors, DecodeBudget budget, int fixedBytes) {
        budget.replace(0, OBJECT_BYTES + fixedBytes);
        this.column = column;
        this.decompressors = decompressors;
        this.budget = budget;
        this.buffer = new PageBuffer(budget);
        this.values = ColumnValues.of(column.field(), budget);
    }

    /**
     * Creates the reader of a column.
     *
     * @param decompressors the decompressors of the scan
     * @param budget the budget of the scan
     * @throws UnsupportedFeatureException if this version cannot read the column's type
     */
    public static ColumnReader of(Column column, Decompressors decompressors, DecodeBudget budget) {
        if (column.maxDefinitionLevel() == 0) {
            return new RequiredColumnReader(column, decompressors, budget);
        }
        boolean flat = column.maxDefinitionLevel() == 1 && column.field().repetition() == Repetition.OPTIONAL;
        return flat
                ? new OptionalColumnReader(column, decompressors, budget)
                : new NestedColumnReader(column, decompressors, budget);
    }

    /** Returns the column. */
    public final Column column() {
        return column;
    }

    /** Returns the budget of the scan. */
    final DecodeBudget budget() {
        return budget;
    }

    final ColumnValues values() {
        return values;
    }

    /**
     * Begins a column chunk.
     *
     * @param chunk the chunk or its first page run
     * @param firstRow the index in the row group of the first row in {@code chunk}
     * @param verify whether the checksums of pages are verified
     */
    public final void start(ColumnChunkBytes chunk, long firstRow, boolean verify) {
        decompressor = decompressor(chunk);
        if (firstRun != null) {
            firstRun.release();
        }
        budget.release(dictionaryBytes);
        dictionaryBytes = 0;
        pagesAreIndependent = !chunk.writer().has(WriterFault.DELTA_ACROSS_PAGES);
        verifyChecksums = verify;
        values.startChunk(chunk.writer());
        dictionary = null;
        firstRun = resume(chunk, firstRow);
    }

    /**
     * Continues with a later page run of the chunk.
     *
     * @param firstRow the index in the row group of the first row in {@code run}
     * @return the pages of the run
     */
    public final PageReader resume(ColumnChunkBytes run, long firstRow) {
        PageReader reader = new PageReader(run, Objects.requireNonNull(decompressor), buffer, verifyChecksums);
        pages = reader;
        page = null;
        pageLeft = 0;
        pending = 0;
        row = firstRow;
        startRun();
        return reader;
    }

    /**
     * Skips the entries at the start of a page run that continue a row of an earlier page.
     *
     * @throws CorruptFileException if the page violates the format
     */
    public final void skipContinuation() {
        try {
            dropContinuation();
        } catch (CorruptFileException e) {
            throw e.locate(location());
        }
    }

    /** Skips the entries that continue a row. Only columns below a repeated field have them. */
    void dropContinuation() {}

    /** Returns the index in the row group of the next row. */
    public final long row() {
        return row;
    }

    private Decompressor decompressor(ColumnChunkBytes chunk) {
        try {
            return decompressors.of(chunk.metadata());
        } catch (UnsupportedFeatureException e) {
            throw e.locate(
                    new FileLocation(null, chunk.rowGroup(), chunk.column().dottedPath(), -1, -1));
        }
    }

    /** Discards levels that were decoded ahead. */
    void startRun() {}

    /**
     * Decodes the next rows as a new batch.
     *
     * @throws CorruptFileException if the chunk has fewer rows or violates the format
     */
    public final void read(int rows) {
        clear(rows);
        decode(rows);
    }

    /**
     * Decodes the next rows as a new batch, whose vector may have numbers as ids of a dictionary, too. Users of the
     * library expect values, so ids must be looked up before the batch is returned.
     *
     * @throws CorruptFileException if the chunk has fewer rows or violates the format
     */
    public final void readIds(int rows) {
        clear(rows);
        values.keepIds();
        decode(rows);
    }

    /**
     * Decodes some of the next rows as a new batch and skips the others.
     *
     * @param selected the indexes of the rows to decode, among the next rows, in ascending order
     * @param count the number of rows to decode
     * @param rows the number of rows to advance by
     * @throws CorruptFileException if the chunk has fewer rows or violates the format
     */
    public final void read(int[] selected, int count, int rows) {
        clear(count);
        int at = 0;
        for (int i = 0; i < count; ) {
            int from = selected[i];
            int to = from;
            while (i < count && selected[i] == to) {
                i++;
                to++;
            }
            passOver(from - at);
            decode(to - from);
            at = to;
        }
        passOver(rows - at);
    }

    /**
     * Skips the next rows and begins an empty batch. Faults in the skipped rows are found only if later rows are read.
     */
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

    /** Begins a batch of at most {@code rows} rows. */
    abstract void startBatch(int rows);

    private void decode(int rows) {
        try {
            if (pending > 0) {
                skipRows(pending);
                pending = 0;
            }
            readRows(rows);
            row += rows;
        } catch (ParquetException e) {
            throw e.locate(location());
        } catch (IndexOutOfBoundsException | NegativeArraySizeException | ArithmeticException e) {
            // Decoders check the bytes of a page before they read them, so this is a defect of a decoder.
            throw new InternalErrorException(location(), e);
        }
    }

    /** Adds the next rows to the batch. */
    abstract void readRows(int rows);

    /** Skips the next rows. */
    abstract void skipRows(long rows);

    /**
     * Skips the rest of the page, and whole pages after it, without opening them. Only for columns with one entry per
     * row.
     *
     * @param rows the number of rows to skip
     * @param left the number of rows that are left of the page
     * @return the number of skipped rows; 0 if the page ends after them
     */
    final long skipPages(long rows, int left) {
        if (!pagesAreIndependent || rows < left) {
            return 0;
        }
        pageLeft = 0;
        leavePage();
        values.leavePage();
        return left + pages().passOver(rows - left);
    }

    /** Discards the rest of the page. */
    void leavePage() {}

    /**
     * Ends a page run and reports the pages that were read.
     *
     * @param rowGroup the index of the row group in the file
     * @param index the index of the column among the columns of the plan
     */
    public final void endRun(int rowGroup, int index, ScanListener listener) {
        if (pages != null) {
            listener.pagesRead(
                    rowGroup,
                    index,
                    pages.dataPages(),
                    pages.pagesPassed(),
                    pages.valuesSeen(),
                    pages.decompressNanos());
            pages = null;
        }
    }

    /** Checks that no value of the chunk is left. Called after all rows of the row group have been read. */
    public final void checkEnd() {
        try {
            if (pageLeft > 0 || hasMore() || pages().next() != null) {
                throw new CorruptFileException(
                        "the column chunk has more values than the row group's num_rows asks for");
            }
        } catch (CorruptFileException e) {
            throw e.locate(location());
        }
    }

    private PageReader pages() {
        return Objects.requireNonNull(pages);
    }

    /** Returns the place of the page that was read last. */
    final FileLocation location() {
        return pages().location();
    }

    /** Whether entries were taken from the page that are in no batch yet. */
    boolean hasMore() {
        return false;
    }

    /** Goes to the next page; returns false if there is none. */
    final boolean nextPage() {
        values.leavePage();
        DataPage next = pages().next();
        page = next;
        if (next == null) {
            return false;
        }
        DictionaryPage encoded = dictionary == null ? dictionaryPage(next) : null;
        if (encoded != null) {
            dictionary = encoded.entries(column.field(), budget);
            dictionaryBytes = encoded.memoryBytes(column.field());
        }
        pageLeft = next.numValues();
        values.startPage(next, dictionary);
        startPage(next);
        return true;
    }

    /**
     * Returns the chunk's dictionary page, reading it if pages before it were skipped; null if there is none so far.
     */
    private @Nullable DictionaryPage dictionaryPage(DataPage next) {
        PageReader first = Objects.requireNonNull(firstRun);
        if (pages != first && BinaryColumnValues.isDictionary(next.encoding())) {
            first.findDictionary();
        }
        DictionaryPage ofRun = pages().dictionary();
        return ofRun == null ? first.dictionary() : ofRun;
    }

    /** Begins a page. */
    void startPage(DataPage newPage) {}

    /** Returns the current page; null before the first one. */
    final @Nullable DataPage page() {
        return page;
    }

    /** Returns the number of entries of the page that have not been taken. */
    final int pageLeft() {
        return pageLeft;
    }

    final void take(int entries) {
        pageLeft -= entries;
    }

    /**
     * Takes up to {@code rows} entries, but at least one, of the current or the next page, and returns their number.
     */
    final int nextSegment(long rows) {
        if (pageLeft == 0 && !nextPage()) {
            throw tooFewRows(rows);
        }
        int segment = (int) Math.min(rows, pageLeft);
        pageLeft -= segment;
        return segment;
    }

    static CorruptFileException tooFewRows(long missing) {
        return new CorruptFileException(
                "the column chunk ends; the row group's num_rows asks for at least " + missing + " more rows");
    }

    /** Whether this reader keeps {@link #levels}, for the structure around the column. */
    boolean keepsLevels() {
        return false;
    }

    /** Returns the levels of the batch. Only if {@link #keepsLevels}. */
    LeafLevels levels() {
        throw new IllegalStateException("column " + column.dottedPath() + " keeps no levels");
    }

    /** Returns the values of the batch, one slot per row. Only if not {@link #keepsLevels}. */
    abstract Vector vector();

    /**
     * Returns the values of the batch in the slots that the levels define. Only if {@link #keepsLevels}.
     *
     * @param validity the present slots; absent if all are present
     */
    final Vector vector(int slots, long @Nullable [] validity) {
        return values.vector(slots, validity);
    }
}
