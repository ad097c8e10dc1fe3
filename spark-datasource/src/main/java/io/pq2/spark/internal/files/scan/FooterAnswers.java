package io.pq2.spark.internal.files.scan;

import static java.util.Objects.requireNonNull;

import io.pq2.internal.predicate.prune.MatchingRows;
import io.pq2.internal.predicate.prune.RowGroupPruner;
import io.pq2.internal.statistics.WriterTrust;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.read.Aggregate;
import io.pq2.read.AggregateBuilder;
import io.pq2.read.AggregatePlan;
import io.pq2.read.AggregatePlan.ColumnAnswer;
import io.pq2.read.AggregatePlan.RowGroupAnswer;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.files.scan.AggregatedColumns.FileColumn;
import io.pq2.spark.internal.kernel.groups.FooterBatch;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The row groups of a split that a scan need not read for an aggregation: every row satisfies the query's conditions,
 * and the footer states the aggregates. Min and max become Spark's values in the same way as values of pages, including
 * Spark's conversions and errors. Not thread-safe.
 */
final class FooterAnswers {

    /** Rows of a batch with the min and the max of each column. */
    private static final int MIN_MAX_ROWS = 2;

    private final List<Optional<FileColumn>> columns;
    private final Set<Integer> ordinals;
    private final Iterator<RowGroupAnswer> left;
    /** The shape of the columns with a min and a max. */
    private final Shape.Struct flat;
    /** Columns with the min and the max of a row group. */
    private final SplitColumns minMax;

    private FooterAnswers(SplitScan scan, AggregatedColumns columns, List<RowGroupAnswer> rowGroups) {
        this.columns = columns.all();
        this.ordinals = rowGroups.stream().map(RowGroupAnswer::ordinal).collect(Collectors.toSet());
        this.left = rowGroups.iterator();
        this.flat = columns.flatShape();
        this.minMax =
                new SplitColumns(scan.spec(), scan.spec().settings().rowSources(scan.rules()), flat, scan.split());
    }

    /**
     * Finds the row groups, and counts them.
     *
     * @param scan its demand says what is aggregated
     * @return null if there are none
     * @throws io.pq2.exception.CorruptFileException if the footer contradicts itself
     */
    static @Nullable FooterAnswers of(SplitScan scan) throws IOException {
        ScanSpec spec = scan.spec();
        AggregatedRows aggregated = spec.demand().aggregated();
        if (aggregated == null
                || !spec.runtimeFilters().isEmpty()
                || !spec.settings().boxes().isEmpty()) {
            return null;
        }
        ParquetFile file = scan.file();
        Optional<Predicate> condition = scan.configurer().conditionOfAggregatedRows(file, scan.rules());
        if (condition.isEmpty()) {
            return null;
        }
        AggregatedColumns columns = AggregatedColumns.of(file.schema(), spec, aggregated.functions());
        if (!columns.areAnswerable()) {
            return null;
        }
        AggregateBuilder builder = file.aggregate();
        if (scan.isByteRange()) {
            builder.split(scan.split().start(), scan.split().length());
        }
        builder.rowGroups(scan.planned().and(rowGroupsWithin(file, condition.get())));
        columns.aggregates().forEach(builder::add);
        AggregatePlan plan = builder.minMaxFromFooter(columns.ordered(scan.rules())::contains)
                .plan();
        plan.countAnswered(scan.metrics());
        List<RowGroupAnswer> found =
                plan.rowGroups().stream().filter(answer -> !answer.isScanned()).toList();
        return found.isEmpty() ? null : new FooterAnswers(scan, columns, found);
    }

    /** Returns a test of whether the condition is true for all rows of the row group with a given index. */
    private static IntPredicate rowGroupsWithin(ParquetFile file, Predicate condition) {
        if (condition instanceof Predicate.AlwaysTrue) {
            return ordinal -> true;
        }
        if (!file.options().statistics()) {
            return ordinal -> false;
        }
        WriterTrust trust = WriterTrust.of(file.options().statisticsTrust(), file.metadata());
        RowGroupPruner pruner = new RowGroupPruner(file.metadata(), file.schema(), MissingColumns.UNKNOWN, trust);
        return ordinal -> pruner.decide(ordinal, condition).matchingRows() == MatchingRows.ALL_ROWS;
    }

    /** Whether a row group is among these. */
    boolean contains(int ordinal) {
        return ordinals.contains(ordinal);
    }

    /** Whether {@link #next} has not returned all row groups. */
    boolean hasNext() {
        return left.hasNext();
    }

    /** Returns the aggregates of the next row group. Valid until the next call. */
    FooterBatch next() {
        RowGroupAnswer answer = left.next();
        Map<Column, ColumnAnswer> answers = new HashMap<>();
        answer.columns().forEach(column -> answers.put(column.column(), column));
        List<Vector> vectors = new ArrayList<>();
        for (Shape field : flat.children()) {
            vectors.add(
                    requireNonNull(answers.get(((Shape.Leaf) field).column())).minMax());
        }
        minMax.show(new Batch(MIN_MAX_ROWS, vectors), row -> 0);
        long[] counts = columns.stream()
                .mapToLong(found -> found.map(column -> count(column.aggregate(Aggregate.Kind.COUNT), answer, answers))
                        .orElse(-1L))
                .toArray();
        return new FooterBatch(minMax.batch(), answer.rowCount(), counts);
    }

    /** Returns the footer's answer to a count; -1 if it was not requested. */
    private static long count(Aggregate count, RowGroupAnswer answer, Map<Column, ColumnAnswer> columns) {
        if (count.isOfGroup()) {
            return answer.groups().getOrDefault(count, -1L);
        }
        ColumnAnswer found = columns.get(count.column());
        Long values = found == null ? null : found.count();
        return values == null ? -1 : values;
    }
}
