package io.pq2.read;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.predicate.filter.BatchFilter;
import io.pq2.internal.read.aggregate.AggregatePlanner;
import io.pq2.internal.read.aggregate.AggregateTotals;
import io.pq2.internal.read.aggregate.PresentGroups;
import io.pq2.internal.read.plan.ScanFilter;
import io.pq2.internal.read.plan.SplitRange;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate.Leaf;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Counts rows and values and finds their min and max. Row groups whose footer gives an exact answer are not read; of
 * the others only the necessary columns are. The result is the same as that of reading every row.
 *
 * <p>The number of rows is always counted. Get a builder from {@link ParquetFile#aggregate()}.
 */
public final class AggregateBuilder {

    private final OpenFile file;
    private final Set<Aggregate> aggregates = new LinkedHashSet<>();
    private IntPredicate rowGroups = ordinal -> true;
    private SplitRange split = SplitRange.WHOLE_FILE;
    /** Absent if every row matches. */
    private @Nullable ScanFilter filter;

    private Predicate<Column> minMaxFromFooter = column -> true;
    private ScanMetrics metrics = new ScanMetrics();
    private Consumer<CorruptionReport> corruptionListener = report -> {};

    AggregateBuilder(OpenFile file) {
        this.file = file;
    }

    /**
     * Counts the values of columns that are not null.
     *
     * @param dottedPaths columns that are not below a repeated field, as names joined by dots
     * @return this builder
     * @throws InvalidDataException if the file has no such column, or if it is below a repeated field
     */
    public AggregateBuilder count(String... dottedPaths) {
        return add(Aggregate.Kind.COUNT, dottedPaths);
    }

    /**
     * Finds the smallest value of columns. NaN is greater than every number, -0 is smaller than 0.
     *
     * @param dottedPaths columns that are not below a repeated field, as names joined by dots
     * @return this builder
     * @throws InvalidDataException if the file has no such column, if it is below a repeated field, or if its values
     *     have no order
     */
    public AggregateBuilder min(String... dottedPaths) {
        return add(Aggregate.Kind.MIN, dottedPaths);
    }

    /**
     * Finds the largest value of columns. NaN is greater than every number, -0 is smaller than 0.
     *
     * @param dottedPaths columns that are not below a repeated field, as names joined by dots
     * @return this builder
     * @throws InvalidDataException if the file has no such column, if it is below a repeated field, or if its values
     *     have no order
     */
    public AggregateBuilder max(String... dottedPaths) {
        return add(Aggregate.Kind.MAX, dottedPaths);
    }

    private AggregateBuilder add(Aggregate.Kind kind, String... dottedPaths) {
        for (String path : dottedPaths) {
            Column column = file.schema().columns().stream()
                    .filter(candidate -> candidate.dottedPath().equals(path))
                    .findFirst()
                    .orElseThrow(() -> new InvalidDataException("no column " + path + " in " + file.location()));
            add(new Aggregate(kind, column));
        }
        return this;
    }

    /**
     * Adds an aggregate.
     *
     * @param aggregate its column is one of the file's schema
     * @return this builder
     * @throws InvalidDataException if the column, or the group that is counted, is below a repeated field, or if min or
     *     max is asked of values without an order
     */
    public AggregateBuilder add(Aggregate aggregate) {
        Column column = aggregate.column();
        Shape.Struct row = file.schema().shape();
        if (PresentGroups.shape(column, aggregate.level(), row) == null) {
            throw refused(aggregate, "which is below a repeated field");
        } else if (aggregate.kind() != Aggregate.Kind.COUNT
                && MinMaxOrder.of(column.field()) == MinMaxOrder.UNDEFINED) {
            throw refused(aggregate, "whose values have no order");
        }
        aggregates.add(aggregate);
        return this;
    }

    private InvalidDataException refused(Aggregate aggregate, String why) {
        return new InvalidDataException(aggregate.kind() + " of column "
                + aggregate.column().dottedPath() + " in " + file.location() + ", " + why);
    }

    /**
     * Covers only some row groups.
     *
     * @param ordinals tests the index of a row group in the file
     * @return this builder
     */
    public AggregateBuilder rowGroups(IntPredicate ordinals) {
        rowGroups = ordinals;
        return this;
    }

    /**
     * Covers only the row groups of a split, as {@link ScanBuilder#split} does.
     *
     * @param start the offset of the split's first byte
     * @param length the number of bytes of the split
     * @return this builder
     */
    public AggregateBuilder split(long start, long length) {
        split = new SplitRange(start, length);
        return this;
    }

    /**
     * Covers only rows for which a predicate is true. Comparisons with columns that the file does not have are unknown.
     *
     * @return this builder
     * @throws InvalidDataException if a condition cannot be evaluated for single rows, such as one on a repeated column
     */
    public AggregateBuilder filter(io.pq2.predicate.Predicate condition) {
        return filter(condition, FilterSemantics.of(MissingColumns.UNKNOWN));
    }

    /**
     * Covers only rows for which a predicate is true. Row groups in which it is true for every row, or for none,
     * according to the footer, are not read for it.
     *
     * @param semantics the meaning of the predicate
     * @return this builder
     * @throws InvalidDataException if a condition cannot be evaluated for single rows, such as one on a repeated column
     */
    public AggregateBuilder filter(io.pq2.predicate.Predicate condition, FilterSemantics semantics) {
        FilterSemantics inFile = ScanFilter.semantics(file, condition, semantics);
        List<Leaf> undecided = BatchFilter.of(
                        condition, file.schema(), file.schema().shape(), inFile)
                .undecided();
        if (!undecided.isEmpty()) {
            throw new InvalidDataException("rows of " + file.location() + " cannot be counted by " + undecided.get(0));
        }
        filter = new ScanFilter(file.schema(), condition, inFile, RowFiltering.ALWAYS);
        return this;
    }

    /**
     * Takes min and max from the footer only for some columns; the values of the others are read. Default: all columns.
     *
     * @return this builder
     */
    public AggregateBuilder minMaxFromFooter(Predicate<Column> usable) {
        minMaxFromFooter = usable;
        return this;
    }

    /**
     * Counts the work in {@code counters}. Default: counters of its own.
     *
     * @return this builder
     */
    public AggregateBuilder metrics(ScanMetrics counters) {
        metrics = counters;
        return this;
    }

    /**
     * Sends each loss to {@code listener}, if the file was opened with {@link ReadOptions#onCorruption}. Only row
     * groups that the footer does not answer are read; the answers of a footer include the rows of damaged pages.
     *
     * @return this builder
     */
    public AggregateBuilder corruptionListener(Consumer<CorruptionReport> listener) {
        corruptionListener = listener;
        return this;
    }

    /**
     * Plans the aggregation: which aggregates the footer answers, and which columns must be read. Reads nothing.
     *
     * @throws io.pq2.exception.CorruptFileException if the footer contradicts itself
     */
    public AggregatePlan plan() {
        return AggregatePlanner.plan(file, List.copyOf(aggregates), minMaxFromFooter, filter, rowGroups, split);
    }

    /**
     * Computes the aggregates.
     *
     * @throws io.pq2.exception.CorruptFileException if the footer, or a page that must be read, violates the format
     * @throws io.pq2.exception.UnsupportedFeatureException if a page that must be read uses a feature that this version
     *     does not support
     * @throws io.pq2.exception.EncryptionException if a column that must be read is encrypted, and the caller has no
     *     key for it or it is not authentic
     * @throws IOException if reading fails
     */
    public Aggregates run() throws IOException {
        AggregatePlan plan = plan();
        plan.countAnswered(metrics);
        AggregateTotals totals = new AggregateTotals(plan);
        try {
            if (!plan.scanned().isEmpty()) {
                scan(plan, totals);
            }
            return new Aggregates(totals.rowCount(), totals.counts(), totals.minMax(), plan);
        } catch (CorruptFileException e) {
            // A value outside of its logical type is found when the totals are complete.
            throw e.locate(FileLocation.file(file.location()));
        }
    }

    private void scan(AggregatePlan plan, AggregateTotals totals) throws IOException {
        Set<Integer> ordinals = new HashSet<>(plan.scanned());
        ScanBuilder scan = new ScanBuilder(file)
                .rowGroups(ordinals::contains)
                .columns(plan.scannedColumns()::contains)
                .metrics(metrics)
                .corruptionListener(corruptionListener);
        if (filter != null) {
            scan.filter(filter.condition(), filter.semantics(), filter.rows());
        }
        try (BatchReader reader = scan.open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                totals.add(batch, reader.shape());
            }
        }
    }
}
