package io.pq2.read;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.predicate.filter.BatchFilter;
import io.pq2.internal.read.aggregate.AggregatePlanner;
import io.pq2.internal.read.aggregate.ColumnMinMax;
import io.pq2.internal.read.plan.SplitRange;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.Literal;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate.Leaf;
import io.pq2.read.AggregatePlan.ColumnAnswer;
import io.pq2.read.AggregatePlan.RowGroupAnswer;
import io.pq2.read.ScanBuilder.RowFilter;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Says what is to be counted and compared. Row groups of which the footer says it for certain are not read; of the others only the
 * columns that are needed are. The result is that of looking at each row.
 */
public final class AggregateBuilder {

    private final ParquetFile file;
    private final Set<Aggregate> aggregates = new LinkedHashSet<>();
    private IntPredicate rowGroups = ordinal -> true;
    private SplitRange split;
    private RowFilter filter;
    private Predicate<Column> bounds = column -> true;
    private ScanMetrics metrics = new ScanMetrics();

    AggregateBuilder(ParquetFile file) {
        this.file = file;
    }

    /**
     * How many values are not null.
     *
     * @param dottedPaths columns that are not below a repeated field, with dots between the names
     * @throws InvalidDataException if there is no such column, or if it is below a repeated field
     */
    public AggregateBuilder count(String... dottedPaths) {
        return add(Aggregate.Kind.COUNT, dottedPaths);
    }

    /**
     * The least value.
     *
     * @param dottedPaths columns that are not below a repeated field, with dots between the names
     * @throws InvalidDataException if there is no such column, if it is below a repeated field, or if its values have no order
     */
    public AggregateBuilder min(String... dottedPaths) {
        return add(Aggregate.Kind.MIN, dottedPaths);
    }

    /** The greatest value; otherwise as {@link #min}. */
    public AggregateBuilder max(String... dottedPaths) {
        return add(Aggregate.Kind.MAX, dottedPaths);
    }

    private AggregateBuilder add(Aggregate.Kind kind, String... dottedPaths) {
        for (String path : dottedPaths) {
            Column column = file.schema().columns().stream()
                    .filter(candidate -> candidate.dottedPath().equals(path))
                    .findFirst()
                    .orElseThrow(() -> new InvalidDataException(
                            "no column " + path + " in " + file.input().location()));
            add(new Aggregate(kind, column));
        }
        return this;
    }

    /**
     * A value of one of the file's columns.
     *
     * @throws InvalidDataException if the column is below a repeated field, or if its values have no order and one is wanted
     */
    public AggregateBuilder add(Aggregate aggregate) {
        Column column = aggregate.column();
        String wrong = null;
        if (column.maxRepetitionLevel() > 0) {
            wrong = "which is below a repeated field";
        } else if (aggregate.kind() != Aggregate.Kind.COUNT
                && MinMaxOrder.of(column.field()) == MinMaxOrder.UNDEFINED) {
            wrong = "whose values have no order";
        }
        if (wrong != null) {
            throw new InvalidDataException(aggregate.kind() + " of column " + column.dottedPath() + " in "
                    + file.input().location() + ", " + wrong);
        }
        aggregates.add(aggregate);
        return this;
    }

    /** Only row groups with such an index in the file. */
    public AggregateBuilder rowGroups(IntPredicate ordinals) {
        rowGroups = ordinals;
        return this;
    }

    /** Only row groups whose mid-point lies in the {@code length} bytes from {@code start} on, as {@link ScanBuilder#split}. */
    public AggregateBuilder split(long start, long length) {
        split = new SplitRange(start, length);
        return this;
    }

    /** Only rows for which a condition is true; otherwise as {@link #filter(io.pq2.predicate.Predicate, FilterSemantics)}. */
    public AggregateBuilder filter(io.pq2.predicate.Predicate condition) {
        return filter(condition, FilterSemantics.of(MissingColumns.UNKNOWN));
    }

    /**
     * Only rows for which a condition is true. Row groups for which that is proved, one way or the other, are not read.
     *
     * @param semantics how missing columns, NaN and converted columns count
     * @throws InvalidDataException if a part of the condition cannot be decided upon, see {@link BatchFilter}
     */
    public AggregateBuilder filter(io.pq2.predicate.Predicate condition, FilterSemantics semantics) {
        List<Leaf> undecided = BatchFilter.of(
                        condition, file.schema(), file.schema().shape(), semantics)
                .undecided();
        if (!undecided.isEmpty()) {
            throw new InvalidDataException(
                    "rows of " + file.input().location() + " cannot be counted by " + undecided.get(0));
        }
        filter = new RowFilter(condition, semantics, RowFiltering.ALWAYS);
        return this;
    }

    /** Takes the least and the greatest value from the footer only for such columns, and looks at the values of the others. */
    public AggregateBuilder bounds(Predicate<Column> usable) {
        bounds = usable;
        return this;
    }

    /** Where the row groups that the footer answers are counted, and what the scan of the others does. */
    public AggregateBuilder metrics(ScanMetrics counters) {
        metrics = counters;
        return this;
    }

    /**
     * Decides what must be read, without reading.
     *
     * @throws io.pq2.exception.CorruptFileException if the footer contradicts itself
     */
    public AggregatePlan plan() {
        return new AggregatePlanner(file, List.copyOf(aggregates), bounds, filter)
                .plan((ordinal, group) -> rowGroups.test(ordinal)
                        && (split == null || split.contains(group, file.dataEnd(), file.decryptor() != null)));
    }

    /**
     * Finds what is wanted.
     *
     * @throws io.pq2.exception.CorruptFileException if the footer, or what must be read, is not as the format demands
     * @throws io.pq2.exception.UnsupportedFeatureException if what must be read uses a part of the format that this version cannot read
     * @throws IOException if it cannot be read
     */
    public Aggregates run() throws IOException {
        AggregatePlan plan = plan();
        plan.countAnswered(metrics);
        Totals totals = new Totals(plan.aggregates());
        for (RowGroupAnswer group : plan.rowGroups()) {
            totals.rows += group.isScanned() ? 0 : group.rowCount();
            group.columns().forEach(totals::add);
        }
        if (!plan.scanned().isEmpty()) {
            scan(plan, totals);
        }
        return totals.result(plan);
    }

    private void scan(AggregatePlan plan, Totals totals) throws IOException {
        Set<Integer> ordinals = new HashSet<>(plan.scanned());
        ScanBuilder scan = file.scan()
                .rowGroups(ordinals::contains)
                .columns(plan.scannedColumns()::contains)
                .metrics(metrics);
        if (filter != null) {
            scan.filter(filter.condition(), filter.semantics(), filter.rows());
        }
        try (BatchReader reader = scan.open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                totals.add(batch, reader.shape(), plan.scannedColumns());
            }
        }
    }

    /** What was found so far. */
    private static final class Totals {

        private final List<Aggregate> aggregates;
        private final Map<Column, ColumnMinMax> extremes = new HashMap<>();
        private final Map<Column, Long> counts = new HashMap<>();
        private long rows;

        Totals(List<Aggregate> aggregates) {
            this.aggregates = aggregates;
            for (Aggregate aggregate : aggregates) {
                if (aggregate.kind() == Aggregate.Kind.COUNT) {
                    counts.put(aggregate.column(), 0L);
                } else {
                    extremes.computeIfAbsent(aggregate.column(), ColumnMinMax::of);
                }
            }
        }

        void add(ColumnAnswer answer) {
            if (answer.count() != null) {
                counts.merge(answer.column(), answer.count(), Long::sum);
            }
            ColumnMinMax seen = extremes.get(answer.column());
            if (seen != null) {
                seen.see(answer.extremes());
            }
        }

        void add(Batch batch, Shape.Struct shape, Set<Column> columns) {
            rows += batch.rowCount();
            for (Column column : columns) {
                Vector values = ColumnMinMax.values(column, shape, batch);
                counts.computeIfPresent(column, (key, count) -> count + values.length() - values.nullCount());
                ColumnMinMax seen = extremes.get(column);
                if (seen != null) {
                    seen.see(values);
                }
            }
        }

        Aggregates result(AggregatePlan plan) {
            Map<Aggregate, Long> foundCounts = new HashMap<>();
            Map<Aggregate, Literal> foundExtremes = new HashMap<>();
            for (Aggregate aggregate : aggregates) {
                Column column = aggregate.column();
                switch (aggregate.kind()) {
                    case COUNT -> foundCounts.put(aggregate, counts.get(column));
                    case MIN ->
                        foundExtremes.put(aggregate, extremes.get(column).min());
                    case MAX ->
                        foundExtremes.put(aggregate, extremes.get(column).max());
                }
            }
            return new Aggregates(rows, foundCounts, foundExtremes, plan);
        }
    }
}
