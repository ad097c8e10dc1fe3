package io.pq2.spark.internal.aggregate;

import io.pq2.exception.EncryptionException;
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
import io.pq2.spark.internal.FileErrors;
import io.pq2.spark.internal.SparkErrors;
import io.pq2.spark.internal.aggregate.PushedAggregates.Function;
import io.pq2.spark.internal.aggregate.PushedAggregates.Kind;
import io.pq2.spark.internal.column.DateTimeRules;
import io.pq2.spark.internal.column.OrderPreservation;
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

/**
 * Aggregates one split of one file, step by step: first a row group a step that the footer answers, then a batch a step of those
 * that it does not. What comes out is what Spark would make of the rows, its conversions and errors included: the bounds of the
 * footer become Spark's values by the same way as the values of the pages. Used by one thread.
 */
public final class AggregateSplitReader implements Closeable {

    private static final int BOUNDS = 2;

    private final ParquetFile file;
    private final ScanSpec spec;
    private final PartitionedFile split;
    private final PartialAggregates into;
    private final RowSources sources;
    private final Shape.Struct shape;
    /** By data column: its leaf, null if the file has none. */
    private final Column[] leaves;

    private final List<RowGroupAnswer> answers;
    private final BatchReader batches;
    /** Of what is scanned; null if nobody asks for it, and after it was given. */
    private ScanExplanation explanation;

    private int nextAnswer;
    private SplitColumns bounds;
    private SplitColumns rows;

    private AggregateSplitReader(
            ParquetFile file,
            ScanSpec spec,
            PushedAggregates wanted,
            PartitionedFile split,
            PartialAggregates into,
            ScanMetrics metrics,
            ScanExplanation explanation)
            throws IOException {
        this.explanation = explanation;
        this.file = file;
        this.spec = spec;
        this.split = split;
        this.into = into;
        FileScanConfigurer selection = new FileScanConfigurer(spec);
        DateTimeRules rules = selection.rules(file);
        this.sources = new RowSources(spec.settings().matcher(), rules);
        this.leaves = leaves();
        Set<Column> read = Arrays.stream(leaves).filter(leaf -> leaf != null).collect(Collectors.toSet());
        Shape.Struct pruned = file.schema().shape().prune(read::contains);
        this.shape = pruned == null ? new Shape.Struct(null, List.of(), false, 0, 0, 0) : pruned;
        AggregatePlan plan = plan(wanted, rules);
        Set<Integer> scanned = new HashSet<>(plan.scanned());
        if (isAnswerable(wanted)) {
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
     * Opens a split; otherwise as {@link SplitReader#open}.
     *
     * @param spec the data columns, each of a type without parts, and the partition columns; without filters
     * @param into where what is found is added
     */
    public static AggregateSplitReader open(
            PartitionedFile split,
            ScanSpec spec,
            PushedAggregates wanted,
            PartialAggregates into,
            Configuration configuration,
            ScanMetrics metrics)
            throws IOException {
        ParquetFile file = SplitReader.openFile(split, configuration, spec.settings());
        try {
            FieldIdCheck.check(spec, file.schema());
            return new AggregateSplitReader(
                    file, spec, wanted, split, into, metrics, ExplanationLog.collector(configuration));
        } catch (EncryptionException e) {
            file.close();
            throw SparkErrors.raise(FileErrors.of(file.input().location(), e));
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
                // Where Spark has a leaf and the file does not, reading fails with Spark's error, whichever leaf is
                // read.
                columns[i] = below.get(0);
            }
        }
        return columns;
    }

    private AggregatePlan plan(PushedAggregates wanted, DateTimeRules rules) throws IOException {
        AggregateBuilder builder = file.aggregate();
        RowGroupSet rowGroups = SplitRowGroups.of(split);
        if (rowGroups == null) {
            builder.split(split.start(), split.length());
        } else {
            builder.rowGroups(rowGroups.of(file));
        }
        for (Function function : wanted.functions()) {
            if (isOfFile(function) && isAnswerable(function)) {
                builder.add(new Aggregate(kind(function.kind()), leaves[function.column()]));
            }
        }
        Set<Column> ordered = new HashSet<>();
        for (int i = 0; i < leaves.length; i++) {
            DataType type = spec.dataColumns().fields()[i].dataType();
            if (leaves[i] != null && OrderPreservation.areKept(leaves[i].field(), type, rules)) {
                ordered.add(leaves[i]);
            }
        }
        return builder.bounds(ordered::contains).plan();
    }

    /** Whether a function is of a column that the file has. */
    private boolean isOfFile(Function function) {
        return function.column() >= 0 && function.column() < leaves.length && leaves[function.column()] != null;
    }

    /** Whether there are no functions on which the footer has nothing to say in any row group. */
    private boolean isAnswerable(PushedAggregates wanted) {
        return wanted.functions().stream().allMatch(function -> !isOfFile(function) || isAnswerable(function));
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
     * Takes the next step.
     *
     * @return false if there was none
     */
    public boolean next() throws IOException {
        if (nextAnswer < answers.size()) {
            answer(answers.get(nextAnswer++));
            return true;
        }
        Batch batch;
        try {
            batch = batches == null ? null : batches.next();
        } catch (EncryptionException e) {
            throw SparkErrors.raise(FileErrors.of(file.input().location(), e));
        }
        if (batch == null) {
            return false;
        }
        if (rows == null) {
            rows = new SplitColumns(spec, sources, batches.shape(), split);
        }
        rows.show(batch, batches::rowIndex);
        into.see(split.partitionValues(), rows.batch());
        return true;
    }

    private void answer(RowGroupAnswer answer) {
        if (bounds == null) {
            bounds = new SplitColumns(spec, sources, shape, split);
        }
        Map<Column, ColumnAnswer> columns = new HashMap<>();
        answer.columns().forEach(column -> columns.put(column.column(), column));
        List<Vector> vectors = new ArrayList<>();
        for (Shape field : shape.children()) {
            vectors.add(columns.get(((Shape.Leaf) field).column()).extremes());
        }
        bounds.show(new Batch(BOUNDS, vectors), row -> 0);
        long[] counts = new long[leaves.length];
        for (int i = 0; i < leaves.length; i++) {
            ColumnAnswer found = leaves[i] == null ? null : columns.get(leaves[i]);
            counts[i] = found == null || found.count() == null ? -1 : found.count();
        }
        into.see(split.partitionValues(), answer.rowCount(), counts, bounds.batch());
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
