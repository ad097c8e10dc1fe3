package io.pq2.read;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.predicate.filter.BatchFilter;
import io.pq2.internal.read.iterate.BatchIterator;
import io.pq2.internal.read.iterate.Losses;
import io.pq2.internal.read.plan.ReadPlan;
import io.pq2.internal.read.plan.RowRange;
import io.pq2.internal.read.plan.ScanFilter;
import io.pq2.internal.read.plan.ScanListener;
import io.pq2.internal.read.plan.ScanPlanner;
import io.pq2.internal.read.plan.ScanRequest;
import io.pq2.internal.read.plan.SplitRange;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Selects the columns and rows that a scan reads. Without further calls a scan reads all columns of all rows.
 * Selections of row groups, splits, rows and filters restrict each other. Get a builder from
 * {@link ParquetFile#scan()}.
 */
public final class ScanBuilder {

    private static final int DEFAULT_BATCH_SIZE = 4096;
    private static final int MAX_BATCH_SIZE = 1 << 20;

    private final OpenFile file;
    private Predicate<Column> columns = column -> true;
    private ToIntFunction<Column> order = Column::index;
    private IntPredicate rowGroups = ordinal -> true;
    private SplitRange split = SplitRange.WHOLE_FILE;
    private RowRange rows = RowRange.ALL;
    /** Absent if every row matches. */
    private @Nullable ScanFilter filter;

    private int batchSize = DEFAULT_BATCH_SIZE;
    private ScanMetrics metrics = new ScanMetrics();
    private ScanListener explanation = ScanListener.NONE;
    private OnCorruption onCorruption;
    private boolean fewRows;
    /** Absent if the thread has nothing else to do. */
    private @Nullable Consumer<CompletableFuture<?>> whileWaiting;

    private Consumer<CorruptionReport> corruptionListener = report -> {};

    ScanBuilder(OpenFile file) {
        this.file = file;
        this.onCorruption = file.options().onCorruption();
    }

    /**
     * Selects columns. Batches contain these columns and the groups around them, in the order of the file. If none is
     * selected, batches have only a row count.
     *
     * @return this builder
     */
    public ScanBuilder columns(Predicate<Column> selected) {
        columns = selected;
        order = Column::index;
        return this;
    }

    /**
     * Selects the columns at or below paths. Batches contain the top-level fields in the order in which the paths first
     * name them; the fields of a group keep the order of the file.
     *
     * @param dottedPaths paths of columns or groups, as names joined by dots
     * @return this builder
     * @throws InvalidDataException if the file has no column at or below a path
     */
    public ScanBuilder columns(String... dottedPaths) {
        Map<Integer, Integer> positions = new HashMap<>();
        for (String path : dottedPaths) {
            boolean found = false;
            for (Column column : file.schema().columns()) {
                if (column.isAtOrBelow(path)) {
                    positions.putIfAbsent(column.index(), positions.size());
                    found = true;
                }
            }
            if (!found) {
                throw new InvalidDataException("no column " + path + " in " + file.location());
            }
        }
        columns(column -> positions.containsKey(column.index()));
        order = column -> positions.getOrDefault(column.index(), Integer.MAX_VALUE);
        return this;
    }

    /**
     * Reads only the rows for which a predicate is true, and skips row groups and pages without such rows. The
     * predicate's columns are decoded first, even if they are not selected, and the other columns only for the
     * remaining rows.
     *
     * @return this builder
     * @throws InvalidDataException if a condition names a column that the file does not have, or cannot be evaluated
     *     for single rows: a condition on a list, a map or a column below one, or with a literal of another type
     */
    public ScanBuilder filter(io.pq2.predicate.Predicate condition) {
        return filter(condition, MissingColumns.UNKNOWN);
    }

    /**
     * Reads only the rows for which a predicate is true, as {@link #filter(io.pq2.predicate.Predicate)} does.
     *
     * @param missingColumns the meaning of columns that the file does not have; with {@link MissingColumns#UNKNOWN}
     *     they are an error
     * @return this builder
     * @throws InvalidDataException if a condition cannot be evaluated for single rows
     */
    public ScanBuilder filter(io.pq2.predicate.Predicate condition, MissingColumns missingColumns) {
        FilterSemantics semantics = ScanFilter.semantics(file, condition, FilterSemantics.of(missingColumns));
        BatchFilter.requireDecided(condition, file.schema(), semantics, file.location());
        return filter(condition, semantics, RowFiltering.ALWAYS);
    }

    /**
     * Skips row groups and pages that contain no row for which a predicate is true. Whether single rows are removed too
     * is the caller's choice. Conditions that cannot be evaluated, such as conditions on columns that the file does not
     * have, are unknown: they skip and remove nothing.
     *
     * @param rowFiltering whether single rows are removed
     * @return this builder
     */
    public ScanBuilder filter(io.pq2.predicate.Predicate condition, RowFiltering rowFiltering) {
        return filter(condition, FilterSemantics.of(MissingColumns.UNKNOWN), rowFiltering);
    }

    /**
     * Skips row groups and pages that contain no row for which a predicate is true. Whether single rows are removed too
     * is the caller's choice. Conditions that cannot be evaluated are unknown: they skip and remove nothing.
     *
     * @param semantics the meaning of the predicate
     * @param rowFiltering whether single rows are removed
     * @return this builder
     */
    public ScanBuilder filter(
            io.pq2.predicate.Predicate condition, FilterSemantics semantics, RowFiltering rowFiltering) {
        boolean off = rowFiltering == RowFiltering.ADAPTIVE && !file.options().filterRows();
        filter = new ScanFilter(
                file.schema(),
                condition,
                ScanFilter.semantics(file, condition, semantics),
                off ? RowFiltering.NONE : rowFiltering);
        return this;
    }

    /**
     * Reads only some row groups.
     *
     * @param ordinals tests the index of a row group in the file
     * @return this builder
     */
    public ScanBuilder rowGroups(IntPredicate ordinals) {
        rowGroups = ordinals;
        return this;
    }

    /**
     * Reads only the row groups whose midpoint is in a byte range. This is the rule of parquet-java: if byte ranges
     * cover a file without overlap, each row group belongs to exactly one of them.
     *
     * @param start the offset of the first byte of the range
     * @param length the number of bytes of the range
     * @return this builder
     */
    public ScanBuilder split(long start, long length) {
        split = new SplitRange(start, length);
        return this;
    }

    /**
     * Reads only consecutive rows. The batches contain exactly these rows, less the ones that other selections exclude.
     * Row groups without any of the rows are not read, nor are such pages in files with offset indexes.
     *
     * @param first the index in the file of the first row, from 0
     * @param count the number of rows; the file can have fewer
     * @return this builder
     * @throws InvalidDataException if {@code first} or {@code count} is negative
     */
    public ScanBuilder rows(long first, long count) {
        if (first < 0 || count < 0) {
            throw new InvalidDataException(count + " rows from row " + first + " on; neither number may be negative");
        }
        rows = new RowRange(first, count);
        return this;
    }

    /**
     * Sets the largest number of rows of a batch, from 1 to 1,048,576. Batches of very long rows have fewer. Default:
     * 4,096.
     *
     * @return this builder
     * @throws InvalidDataException if the number is out of range
     */
    public ScanBuilder batchSize(int maxRows) {
        if (maxRows < 1 || maxRows > MAX_BATCH_SIZE) {
            throw new InvalidDataException(
                    "a batch size of " + maxRows + " rows; 1 to " + MAX_BATCH_SIZE + " are possible");
        }
        batchSize = maxRows;
        return this;
    }

    /**
     * Counts the work of the scan in {@code counters}. Default: counters of its own, see {@link BatchReader#metrics()}.
     *
     * @return this builder
     */
    public ScanBuilder metrics(ScanMetrics counters) {
        metrics = counters;
        return this;
    }

    /**
     * Records which parts of the file the scan reads and skips, and why. Default: null, which records nothing.
     *
     * @return this builder
     */
    public ScanBuilder explanation(@Nullable ScanExplanation collector) {
        explanation = collector == null ? ScanListener.NONE : collector.recorder();
        return this;
    }

    /**
     * Says whether the caller may stop after a few rows. Then no row group after the first is requested before the
     * first has been read. Default: false.
     *
     * @return this builder
     */
    public ScanBuilder fewRows(boolean few) {
        fewRows = few;
        return this;
    }

    /**
     * Sets what the reading thread does before it waits for bytes of the file, such as beginning another scan. Default:
     * nothing.
     *
     * @param task called with a future that is done when the bytes have arrived or cannot be read; it should return by
     *     then
     * @return this builder
     */
    public ScanBuilder whileWaiting(Consumer<CompletableFuture<?>> task) {
        whileWaiting = task;
        return this;
    }

    /**
     * Sets what damage of the file leads to. Default: {@link ReadOptions#onCorruption()}.
     *
     * @return this builder
     */
    public ScanBuilder onCorruption(OnCorruption mode) {
        onCorruption = mode;
        return this;
    }

    /**
     * Sends each loss to {@code listener} when it is found, in the thread that reads, before the rows after it are
     * returned. {@link BatchReader#corruption} has them too.
     *
     * @return this builder
     */
    public ScanBuilder corruptionListener(Consumer<CorruptionReport> listener) {
        corruptionListener = listener;
        return this;
    }

    /**
     * Plans the scan. Reads nothing.
     *
     * @throws io.pq2.exception.CorruptFileException if the footer describes a column or row group to read in a
     *     way that is contradictory or impossible in this file
     * @throws io.pq2.exception.UnsupportedFeatureException if the footer describes something to read that this version
     *     does not support
     * @throws io.pq2.exception.EncryptionException if a column to read is encrypted and the caller has no key for it
     */
    public ScanPlan plan() {
        return ScanPlan.of(ScanPlanner.plan(file, request(), explanation));
    }

    /**
     * Plans the scan and begins it.
     *
     * @return a reader, which the caller closes
     * @throws io.pq2.exception.CorruptFileException if the footer describes a column or row group to read in a
     *     way that is contradictory or impossible in this file
     * @throws io.pq2.exception.UnsupportedFeatureException if the footer describes something to read that this version
     *     does not support
     * @throws io.pq2.exception.EncryptionException if a column to read is encrypted and the caller has no key for it
     * @throws IOException if the file cannot be opened
     */
    public BatchReader open() throws IOException {
        ScanListener listener = listener();
        ScanRequest request = request();
        ReadPlan plan = ScanPlanner.plan(file, request, listener);
        Losses losses = new Losses(listener, corruptionListener);
        return new BatchReader(new BatchIterator(file, plan, request, batchSize, listener, losses), metrics);
    }

    private ScanListener listener() {
        ScanListener listener = metrics.counters();
        if (explanation != ScanListener.NONE) {
            listener = ScanListener.both(listener, explanation);
        }
        Consumer<CompletableFuture<?>> task = whileWaiting;
        if (task != null) {
            listener = ScanListener.both(listener, new ScanListener() {
                @Override
                public void waiting(CompletableFuture<?> bytes) {
                    task.accept(bytes);
                }
            });
        }
        return listener;
    }

    private ScanRequest request() {
        // The filter prefers columns that are read anyway to find out where a group is null.
        ScanFilter aware = filter == null
                ? null
                : new ScanFilter(
                        file.schema(), filter.condition(), filter.semantics().withProjection(columns), filter.rows());
        return new ScanRequest(columns, order, rowGroups, split, rows, aware, onCorruption, fewRows);
    }
}
