package io.pq2.spark.internal.files.scan;

import static java.util.Objects.requireNonNull;

import io.pq2.hadoop.split.RowGroupSet;
import io.pq2.read.Aggregate;
import io.pq2.read.AggregateBuilder;
import io.pq2.read.AggregatePlan;
import io.pq2.read.AggregatePlan.ColumnAnswer;
import io.pq2.read.AggregatePlan.RowGroupAnswer;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.columns.leaf.OrderPreservation;
import io.pq2.spark.internal.columns.leaf.RowIndexColumn;
import io.pq2.spark.internal.columns.row.RowSources;
import io.pq2.spark.internal.files.scan.PushedAggregates.Function;
import io.pq2.spark.internal.kernel.groups.FooterBatch;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * The aggregates of row groups of a split that the file's footer states. Min and max become Spark's values in the same
 * way as values of pages, including Spark's conversions and errors. Not thread-safe.
 */
final class FooterAnswers {

    /** Rows of a batch with the min and the max of each column. */
    private static final int MIN_MAX_ROWS = 2;

    private final ParquetFile file;
    private final ScanSpec spec;
    private final PartitionedFile split;
    private final DateTimeRules rules;
    private final RowSources sources;
    private final List<Function> functions;
    private final AggregatedColumns columns;
    /** The shape of the columns with a min and a max. */
    private final Shape.Struct flat;

    /** Columns with the min and the max of a row group; created with the first batch. */
    private @Nullable SplitColumns minMaxColumns;

    /**
     * Creates an object that has planned nothing.
     *
     * @param functions the aggregates, on columns of the scan's rows
     * @param rules the date and time rules of the file
     */
    FooterAnswers(
            ParquetFile file, ScanSpec spec, PartitionedFile split, DateTimeRules rules, List<Function> functions) {
        this.file = file;
        this.spec = spec;
        this.split = split;
        this.rules = rules;
        this.sources = spec.settings().rowSources(rules);
        this.functions = functions;
        this.columns = AggregatedColumns.of(file.schema(), spec);
        this.flat = columns.flatShape(
                file.schema(), ordinal -> functions.stream().anyMatch(function -> function.column() == ordinal));
    }

    /** Returns the data columns of the scan in the file. */
    AggregatedColumns columns() {
        return columns;
    }

    /** Returns the sources of Spark's columns. */
    RowSources sources() {
        return sources;
    }

    /** Whether the footer can answer every function on a column of the file, and none is on row positions. */
    boolean areAnswerable() {
        return functions.stream()
                .allMatch(function -> columns.get(function)
                        .map(column -> column.isAnswerable(function))
                        .orElse(!isOnRowPositions(function)));
    }

    /** Whether a function refers to generated row positions. */
    private boolean isOnRowPositions(Function function) {
        return function.column() >= 0
                && function.column() < columns.size()
                && RowIndexColumn.isGenerated(spec.dataColumns().fields()[function.column()], false);
    }

    /**
     * Plans the aggregation of row groups of the split.
     *
     * @param selected tests the index of a row group in the file
     */
    AggregatePlan plan(IntPredicate selected) throws IOException {
        AggregateBuilder builder = file.aggregate();
        RowGroupSet planned = SplitRowGroups.of(split);
        if (planned == null && !SplitRowGroups.areAll(split)) {
            builder.split(split.start(), split.length());
        }
        builder.rowGroups(planned == null ? selected : planned.of(file).and(selected));
        for (Function function : functions) {
            columns.get(function)
                    .filter(column -> column.isAnswerable(function))
                    .ifPresent(column -> builder.add(column.aggregate(function.kind())));
        }
        return builder.minMaxFromFooter(orderedColumns()::contains).plan();
    }

    /** Returns the columns whose values have the same order in Spark. */
    private Set<Column> orderedColumns() {
        Set<Column> ordered = new HashSet<>();
        for (int i = 0; i < columns.size(); i++) {
            DataType type = spec.dataColumns().fields()[i].dataType();
            columns.get(i)
                    .filter(column -> !column.isGroup()
                            && OrderPreservation.holds(column.leaf().field(), type, rules))
                    .ifPresent(column -> ordered.add(column.leaf()));
        }
        return ordered;
    }

    /** Returns the aggregates of a row group that is not scanned. */
    FooterBatch batch(RowGroupAnswer answer) {
        Map<Column, ColumnAnswer> answers = new HashMap<>();
        answer.columns().forEach(column -> answers.put(column.column(), column));
        List<Vector> vectors = new ArrayList<>();
        for (Shape field : flat.children()) {
            vectors.add(
                    requireNonNull(answers.get(((Shape.Leaf) field).column())).minMax());
        }
        SplitColumns minMax = minMaxColumns();
        minMax.show(new Batch(MIN_MAX_ROWS, vectors), row -> 0);
        long[] counts = new long[columns.size()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = columns.get(i)
                    .map(column -> count(column.aggregate(Aggregate.Kind.COUNT), answer, answers))
                    .orElse(-1L);
        }
        return new FooterBatch(minMax.batch(), answer.rowCount(), counts);
    }

    private SplitColumns minMaxColumns() {
        SplitColumns minMax = minMaxColumns;
        if (minMax == null) {
            Shape.Struct all = columns.shape(file.schema());
            if (all.children().size() > flat.children().size() || columns.hasGroups()) {
                // Fails if a column cannot be read as Spark's type.
                new SplitColumns(spec, sources, all, split).batch();
            }
            minMax = new SplitColumns(spec, sources, flat, split);
            minMaxColumns = minMax;
        }
        return minMax;
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
