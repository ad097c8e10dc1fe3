package io.pq2.spark.internal.aggregate;

import static java.util.Objects.requireNonNull;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.ExplanationLog;
import io.pq2.hadoop.split.RowGroupSet;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.read.Aggregate;
import io.pq2.read.AggregateBuilder;
import io.pq2.read.AggregatePlan;
import io.pq2.read.AggregatePlan.ColumnAnswer;
import io.pq2.read.AggregatePlan.RowGroupAnswer;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanExplanation;
import io.pq2.read.ScanMetrics;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.aggregate.PushedAggregates.Function;
import io.pq2.spark.internal.aggregate.PushedAggregates.Kind;
import io.pq2.spark.internal.column.DateTimeRules;
import io.pq2.spark.internal.column.OrderPreservation;
import io.pq2.spark.internal.column.RowIndexColumn;
import io.pq2.spark.internal.column.RowSources;
import io.pq2.spark.internal.scan.FieldIdCheck;
import io.pq2.spark.internal.scan.FileScanConfigurer;
import io.pq2.spark.internal.scan.ScanSpec;
import io.pq2.spark.internal.scan.SplitColumns;
import io.pq2.spark.internal.scan.SplitReader;
import io.pq2.spark.internal.scan.SplitRowGroups;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates one split of a file in steps: first one step for each row group that the footer answers, then one for each
 * batch of the other row groups. The result is the same as aggregating the rows, including Spark's conversions and
 * errors: min and max from the footer become Spark's values in the same way as values of pages. Not thread-safe.
 */
public final class AggregateSplitReader implements Closeable {

    /** Rows of a batch with the min and the max of each column. */
    private static final int MIN_MAX_ROWS = 2;

    private final ParquetFile file;
    private final ScanSpec spec;
    private final PartitionedFile split;
    private final PartialAggregates result;
    private final RowSources sources;
    private final Shape.Struct shape;
    /** The leaf of each data column; absent if the file lacks the column. */
    private final @Nullable Column[] leaves;

    private final List<RowGroupAnswer> answers;
    private final @Nullable BatchReader batches;
    /** The explanation of the scanned part; absent if not requested, and after it was written. */
    private @Nullable ScanExplanation explanation;

    private int nextAnswer;
    /** Columns with the min and the max of a row group; created with the first answer. */
    private @Nullable SplitColumns minMaxColumns;
    /** Columns with rows; created with the first batch. */
    private @Nullable SplitColumns rowColumns;

    private AggregateSplitReader(
            ParquetFile file,
            ScanSpec spec,
            PushedAggregates requested,
            PartitionedFile split,
            PartialAggregates result,
            ScanMetrics metrics,
            @Nullable ScanExplanation explanation)
            throws IOException {
        this.explanation = explanation;
        this.file = file;
        this.spec = spec;
        this.split = split;
        this.result = result;
        FileScanConfigurer selection = new FileScanConfigurer(spec);
        DateTimeRules rules = selection.rules(file);
        this.sources = new RowSources(spec.settings().matcher(), rules);
        this.leaves = leaves();
        Set<Column> read = Arrays.stream(leaves).filter(leaf -> leaf != null).collect(Collectors.toSet());
        Shape.Struct pruned = file.schema().shape().select(read::contains);
        this.shape = pruned == null ? new Shape.Struct(null, List.of(), false, 0, 0, 0) : pruned;
        AggregatePlan plan = plan(requested, rules);
        Set<Integer> scanned = new HashSet<>(plan.scanned());
        if (isAnswerable(requested)) {
            plan.countAnswered(metrics);
            this.answers = plan.rowGroups().stream()
                    .filter(answer -> !answer.isScanned())
                    .toList();
        } else {
            this.answers = List.of();
            plan.rowGroups().forEach(answer -> scanned.add(answer.ordinal()));
        }
        this.batches = scanned.isEmpty()
                ? null
                : file.scan()
                        .columns(read::contains)
                        .rowGroups(scanned::contains)
                        .batchSize(spec.settings().batchRows())
                        .metrics(metrics)
                        .explanation(explanation)
                        .open();
    }

    /**
     * Opens a split; see {@link SplitReader#open}.
     *
     * @param spec the scan: data columns without nested types, partition columns, and no filters
     * @param result receives the aggregates of each step
     */
    public static AggregateSplitReader open(
            PartitionedFile split,
            ScanSpec spec,
            PushedAggregates requested,
            PartialAggregates result,
            Configuration configuration,
            ScanMetrics metrics)
            throws IOException {
        ParquetFile file = SplitReader.openFile(split, configuration, spec.settings());
        try {
            FieldIdCheck.check(spec, file.schema());
            return new AggregateSplitReader(
                    file, spec, requested, split, result, metrics, ExplanationLog.collector(configuration));
        } catch (RuntimeException e) {
            file.close();
            throw SplitReader.errors(file, spec).raise(e);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    private Column[] leaves() {
        List<Shape> fields = file.schema().shape().children();
        int[] found = spec.settings().matcher().match(spec.dataColumns(), fields);
        Column[] columns = new Column[found.length];
        for (int i = 0; i < found.length; i++) {
            if (found[i] >= 0) {
                List<Column> below = new ArrayList<>();
                fields.get(found[i]).collectColumns(below);
                // If Spark expects a leaf and the file has a group, reading any of its leaves fails with Spark's
                // error. A group without leaves has no values.
                columns[i] = below.isEmpty() ? null : below.get(0);
            }
        }
        return columns;
    }

    private AggregatePlan plan(PushedAggregates requested, DateTimeRules rules) throws IOException {
        AggregateBuilder builder = file.aggregate();
        RowGroupSet rowGroups = SplitRowGroups.of(split);
        if (rowGroups == null) {
            builder.split(split.start(), split.length());
        } else {
            builder.rowGroups(rowGroups.of(file));
        }
        for (Function function : requested.functions()) {
            if (isFileColumn(function) && isAnswerable(function)) {
                builder.add(new Aggregate(kind(function.kind()), leaves[function.column()]));
            }
        }
        Set<Column> ordered = new HashSet<>();
        for (int i = 0; i < leaves.length; i++) {
            DataType type = spec.dataColumns().fields()[i].dataType();
            if (leaves[i] != null && OrderPreservation.holds(leaves[i].field(), type, rules)) {
                ordered.add(leaves[i]);
            }
        }
        return builder.minMaxFromFooter(ordered::contains).plan();
    }

    /** Whether a function refers to a column of the file. */
    private boolean isFileColumn(Function function) {
        return function.column() >= 0 && function.column() < leaves.length && leaves[function.column()] != null;
    }

    /** Whether the footer can answer every function on a column of the file, and none is on row positions. */
    private boolean isAnswerable(PushedAggregates requested) {
        return requested.functions().stream()
                .allMatch(function -> isFileColumn(function) ? isAnswerable(function) : !isOnRowPositions(function));
    }

    /** Whether a function refers to generated row positions. */
    private boolean isOnRowPositions(Function function) {
        return function.column() >= 0
                && function.column() < leaves.length
                && RowIndexColumn.isGenerated(spec.dataColumns().fields()[function.column()], false);
    }

    private boolean isAnswerable(Function function) {
        Column leaf = leaves[function.column()];
        return leaf.path().size() == 1
                && leaf.maxRepetitionLevel() == 0
                && !(leaf.field().logicalType() instanceof LogicalType.UnknownType)
                && (function.kind() == Kind.COUNT || MinMaxOrder.of(leaf.field()) != MinMaxOrder.UNDEFINED);
    }

    private static Aggregate.Kind kind(Kind kind) {
        return switch (kind) {
            case COUNT -> Aggregate.Kind.COUNT;
            case MIN -> Aggregate.Kind.MIN;
            case MAX -> Aggregate.Kind.MAX;
        };
    }

    /**
     * Performs the next step.
     *
     * @return false if there was none
     */
    public boolean next() throws IOException {
        try {
            return step();
        } catch (InvalidDataException e) {
            throw SplitReader.errors(file, spec)
                    .raise(e.locate(FileLocation.file(file.input().location())));
        } catch (RuntimeException e) {
            throw SplitReader.errors(file, spec).raise(e);
        }
    }

    private boolean step() throws IOException {
        if (nextAnswer < answers.size()) {
            answer(answers.get(nextAnswer++));
            return true;
        }
        BatchReader reader = batches;
        if (reader == null) {
            return false;
        }
        Batch batch = reader.next();
        if (batch == null) {
            return false;
        }
        SplitColumns columns = rowColumns;
        if (columns == null) {
            columns = new SplitColumns(spec, sources, reader.shape(), split);
            rowColumns = columns;
        }
        columns.show(batch, reader::rowIndex);
        result.add(split.partitionValues(), columns.batch());
        return true;
    }

    private void answer(RowGroupAnswer answer) {
        SplitColumns minMax = minMaxColumns;
        if (minMax == null) {
            minMax = new SplitColumns(spec, sources, shape, split);
            minMaxColumns = minMax;
        }
        Map<Column, ColumnAnswer> columns = new HashMap<>();
        answer.columns().forEach(column -> columns.put(column.column(), column));
        List<Vector> vectors = new ArrayList<>();
        for (Shape field : shape.children()) {
            vectors.add(
                    requireNonNull(columns.get(((Shape.Leaf) field).column())).minMax());
        }
        minMax.show(new Batch(MIN_MAX_ROWS, vectors), row -> 0);
        long[] counts = new long[leaves.length];
        for (int i = 0; i < leaves.length; i++) {
            ColumnAnswer found = leaves[i] == null ? null : columns.get(leaves[i]);
            counts[i] = found == null || found.count() == null ? -1 : found.count();
        }
        result.add(split.partitionValues(), answer.rowCount(), counts, minMax.batch());
    }

    @Override
    public void close() throws IOException {
        try {
            if (batches != null) {
                batches.close();
            }
        } finally {
            file.close();
        }
        ExplanationLog.write(explanation);
        explanation = null;
    }
}
