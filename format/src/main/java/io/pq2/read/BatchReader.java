package io.pq2.read;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.decode.BatchRows;
import io.pq2.internal.read.decode.ColumnReader;
import io.pq2.internal.read.decode.KeptRows;
import io.pq2.internal.read.decode.RowSelection;
import io.pq2.internal.read.decode.VectorNode;
import io.pq2.internal.read.fetch.RowGroupFetch;
import io.pq2.internal.read.fetch.RowGroupQueue;
import io.pq2.internal.read.plan.LateMaterialization;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.prune.PageIndexPruning;
import io.pq2.internal.read.source.ScanSources;
import io.pq2.predicate.Predicate;
import io.pq2.read.ScanBuilder.RowFilter;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of a scan, batch after batch. Used by one thread at a time.
 *
 * <p>A batch ends with its row group, and before rows that the filter leaves out. Its vectors are valid until the next one is asked for, when their arrays are filled anew;
 * dictionaries stay as they are for as long as anybody holds them.
 */
public final class BatchReader implements Closeable {

    private final ParquetFile file;
    private final ScanPlan plan;
    private final int batchSize;
    private final ScanMetrics metrics;
    /** Null if nobody asks for it. */
    private final ScanExplanation explanation;

    private final ColumnReader[] readers;
    /** By index in the schema; null for columns that are not read. */
    private final ColumnReader[] readersBySchema;

    private final List<VectorNode> fields = new ArrayList<>();
    private final ScanSources sources;
    /** Null if all rows are wanted. */
    private final RowFilter filter;

    private final RowGroupQueue queue;
    /** By what is left to check in a row group: what finds the rows that are kept; empty if it keeps all. */
    private final Map<Predicate, Optional<RowSelection>> selections = new HashMap<>();

    private final LateMaterialization late = new LateMaterialization();

    private RowGroupFetch current;
    private RowGroupPlan rowGroup;
    /** How many rows of the row group the filter has kept, of those that it was asked about. */
    private long rowsKept;

    /** The readers of the columns that the row group is read of. */
    private ColumnReader[] active = new ColumnReader[0];
    /** Null if rows of the row group are not left out one by one. */
    private RowSelection selection;
    /** The range of the row group's wanted rows that is being read. */
    private int range;
    /** The rows that are left of it. */
    private long rowsLeft;
    /** By column: which stretch of the chunk's pages is being read. */
    private final int[] stretches;

    private int rowsPerBatch;
    private long firstRow = -1;
    /** Whether a call ended in an exception, after which columns may stand at different rows. */
    private boolean failed;

    private boolean closed;

    /**
     * @param filter null if all rows are wanted
     * @param explanation null if nobody asks for it
     */
    BatchReader(
            ParquetFile file,
            ScanPlan plan,
            RowFilter filter,
            int batchSize,
            ScanMetrics metrics,
            ScanExplanation explanation)
            throws IOException {
        this.file = file;
        this.plan = plan;
        this.batchSize = batchSize;
        this.metrics = metrics;
        this.explanation = explanation;
        this.filter = filter;
        this.readers = readers();
        this.stretches = new int[readers.length];
        this.readersBySchema = new ColumnReader[file.schema().columns().size()];
        for (ColumnReader reader : readers) {
            readersBySchema[reader.column().index()] = reader;
        }
        List<Column> output = new ArrayList<>();
        for (Shape field : plan.shape().children()) {
            fields.add(VectorNode.of(field, readersBySchema));
            field.collectColumns(output);
        }
        plan.skipped().forEach(skipped -> metrics.countSkippedRowGroup(skipped.evidence(), skipped.bytes()));
        if (explanation != null) {
            explanation.opened(metrics);
        }
        this.sources = new ScanSources(file);
        sources.of(null);
        this.queue = new RowGroupQueue(
                plan.rowGroups(),
                filter == null ? null : new PageIndexPruning(file, filter),
                new ScanContext(
                        sources,
                        plan.columns(),
                        plan.shape(),
                        new HashSet<>(output),
                        late,
                        file.writer(),
                        file.options(),
                        metrics,
                        explanation));
        if (file.decryptor() != null) {
            file.decryptor().retain();
        }
    }

    private ColumnReader[] readers() {
        List<ColumnReader> made = new ArrayList<>();
        for (Column column : plan.columns()) {
            try {
                made.add(ColumnReader.of(column));
            } catch (UnsupportedFeatureException e) {
                throw e.locate(new FileLocation(file.input().location(), -1, column.dottedPath(), -1, -1));
            }
        }
        return made.toArray(new ColumnReader[0]);
    }

    /** The shape of the rows: one child for each top-level field that has a wanted column, in the order of the file. */
    public Shape.Struct shape() {
        return plan.shape();
    }

    /** What is read. */
    public ScanPlan plan() {
        return plan;
    }

    /** What was done so far. */
    public ScanMetrics metrics() {
        return metrics;
    }

    /**
     * The index in the file of the first row of the batch that {@link #next} returned last; -1 before the first one. Its rows follow
     * each other unless rows are left out one by one, see {@link RowFiltering}.
     */
    public long firstRow() {
        return firstRow < 0 ? -1 : rowIndex(0);
    }

    /** The index in the file of a row of the batch that {@link #next} returned last. */
    public long rowIndex(int row) {
        return firstRow + (selection == null ? row : selection.row(row));
    }

    /**
     * The next rows.
     *
     * @return one vector for each child of {@link #shape}, null if there are no more rows
     * @throws CorruptFileException if the file is not as the format demands; nothing more can then be read, nor after any
     *     other exception
     * @throws UnsupportedFeatureException if it uses a part of the format that this version cannot read
     * @throws IOException if it cannot be read
     */
    public Batch next() throws IOException {
        if (closed) {
            throw new IllegalStateException("the reader of " + file.input().location() + " is closed");
        }
        if (failed) {
            throw new IllegalStateException("reading " + file.input().location() + " has failed before");
        }
        failed = true;
        try {
            Batch batch = null;
            while (batch == null) {
                if (rowsLeft == 0 && !nextRange()) {
                    failed = false;
                    return null;
                }
                int rows = (int) Math.min(rowsLeft, rowsPerBatch);
                batch = selection == null ? decode(rows) : decodeSelected(rows);
                if (explanation != null) {
                    int kept = batch == null ? 0 : batch.rowCount();
                    explanation.rows(rowGroup.ordinal(), kept, rows - kept);
                }
                firstRow = rowGroup.firstRow()
                        - rowGroup.skippedRows()
                        + current.rows().to(range)
                        - rowsLeft;
                rowsLeft -= rows;
                if (rowsLeft == 0 && range + 1 == current.rows().size()) {
                    finishRowGroup();
                } else {
                    queue.lookAhead();
                }
            }
            failed = false;
            return batch;
        } catch (CorruptFileException e) {
            throw e.locate(location());
        } catch (UnsupportedFeatureException e) {
            throw e.locate(location());
        } catch (UncheckedIOException e) {
            // Long chunks are read on while their pages are decoded.
            throw e.getCause();
        }
    }

    private FileLocation location() {
        int ordinal = rowGroup == null ? -1 : rowGroup.ordinal();
        return new FileLocation(file.input().location(), ordinal, null, -1, -1);
    }

    private Batch decode(int rows) {
        long start = System.nanoTime();
        for (ColumnReader reader : active) {
            reader.read(rows);
        }
        List<Vector> vectors = new ArrayList<>(fields.size());
        for (VectorNode field : fields) {
            vectors.add(field.assemble(rows));
        }
        metrics.countBatch(rows, System.nanoTime() - start);
        return new Batch(rows, vectors);
    }

    /** Goes to the next rows that are wanted; false if there are none. */
    private boolean nextRange() throws IOException {
        if (current != null && range + 1 < current.rows().size()) {
            range++;
        } else if (!nextRowGroup()) {
            return false;
        }
        long from = current.rows().from(range);
        for (int i = 0; i < readers.length; i++) {
            if (current.has(i)) {
                moveTo(i, from);
            }
        }
        rowsLeft = current.rows().to(range) - from;
        return true;
    }

    /** Brings the reader of a column to a row of the row group. */
    private void moveTo(int index, long row) throws IOException {
        ColumnReader reader = readers[index];
        int stretch = stretches[index];
        while (current.endRow(index, stretch) <= row) {
            stretch++;
        }
        if (stretch != stretches[index]) {
            stretches[index] = stretch;
            reader.count(rowGroup.ordinal(), index, metrics, explanation);
            reader.resume(current.chunk(index, stretch), current.firstRow(index, stretch));
        }
        if (reader.row() < row) {
            reader.skip(row - reader.row());
        }
    }

    /** The rows among the next ones that the filter keeps; null if it keeps none. */
    private Batch decodeSelected(int rows) {
        long start = System.nanoTime();
        int kept = selection.select(rows);
        Batch batch = kept == 0 ? null : new Batch(kept, selection.vectors(fields, active, rows));
        if (kept == 0) {
            selection.skip(active, rows);
        }
        metrics.countFilteredRows(rows - kept);
        rowsKept += kept;
        metrics.countBatch(kept, System.nanoTime() - start);
        return batch;
    }

    private boolean nextRowGroup() throws IOException {
        do {
            current = queue.next();
            if (current == null) {
                return false;
            }
            beginRowGroup();
        } while (current.rows().isEmpty());
        start();
        queue.lookAhead();
        return true;
    }

    private void beginRowGroup() throws IOException {
        rowGroup = current.rowGroup();
        range = 0;
        rowsKept = 0;
        metrics.countRowGroup();
        if (current.residual() instanceof Predicate.AlwaysTrue) {
            metrics.countMatchingRowGroup();
        }
        if (explanation != null) {
            explanation.reached(rowGroup.ordinal());
        }
        selection = current.residual() == null ? null : selection(current.residual());
        rowsPerBatch = BatchRows.of(rowGroup, batchSize);
        if (current.isHalf()) {
            findRows();
        }
    }

    /** Finds the rows that the filter keeps, and has the other columns requested of these. */
    private void findRows() throws IOException {
        queue.lookAhead();
        start();
        RowRanges wanted = current.rows();
        KeptRows kept = current.keptRows();
        long start = System.nanoTime();
        boolean useless = false;
        for (int i = 0; i < wanted.size() && !useless; i++) {
            useless = !findRows(wanted.from(i), wanted.to(i), kept);
        }
        metrics.countBatch(0, System.nanoTime() - start);
        for (int i = 0; i < readers.length; i++) {
            readers[i].count(rowGroup.ordinal(), i, metrics, explanation);
        }
        if (useless) {
            current.requestAll();
            return;
        }
        current.requestLate(kept.rows());
        long left = wanted.count() - current.rows().count();
        metrics.countFilteredRows(left);
        if (explanation != null) {
            explanation.rows(rowGroup.ordinal(), 0, left);
        }
    }

    /** Finds the rows of a range that the filter keeps; false if it is no use to go on. */
    private boolean findRows(long from, long to, KeptRows kept) throws IOException {
        for (int i = 0; i < readers.length; i++) {
            if (current.has(i)) {
                moveTo(i, from);
            }
        }
        for (long row = from; row < to; ) {
            int rows = (int) Math.min(to - row, rowsPerBatch);
            selection.find(rows, row, kept);
            row += rows;
            if (kept.areEverywhere(row)) {
                return false;
            }
        }
        return true;
    }

    private void start() throws IOException {
        boolean verify = file.options().verifyChecksums();
        List<ColumnReader> started = new ArrayList<>(readers.length);
        for (int i = 0; i < readers.length; i++) {
            stretches[i] = 0;
            if (current.has(i)) {
                readers[i].start(current.chunk(i, 0), current.firstRow(i, 0), verify);
                started.add(readers[i]);
            }
        }
        active = started.toArray(new ColumnReader[0]);
    }

    /** What finds the rows for which a predicate is true; null if all are to come. */
    private RowSelection selection(Predicate residual) {
        if (filter.rows() == RowFiltering.NONE) {
            return null;
        }
        return selections
                .computeIfAbsent(
                        residual,
                        condition -> Optional.ofNullable(
                                RowSelection.of(filter.with(condition), file.schema(), plan.shape(), readersBySchema)))
                .orElse(null);
    }

    private void finishRowGroup() {
        if (selection != null && !current.isSplit()) {
            late.countRows(rowsKept, current.rows().count());
        }
        for (int i = 0; i < readers.length; i++) {
            if (current.has(i) && selection == null && current.rows().count() == rowGroup.rowGroupRows()) {
                readers[i].finish();
            }
            readers[i].count(rowGroup.ordinal(), i, metrics, explanation);
        }
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (file.decryptor() != null) {
            file.decryptor().release();
        }
        for (int i = 0; i < readers.length; i++) {
            readers[i].count(rowGroup == null ? -1 : rowGroup.ordinal(), i, metrics, explanation);
            readers[i].close();
        }
        if (explanation != null) {
            explanation.closed();
        }
        current = null;
        sources.close(queue.isQuiet());
    }
}
