package io.pq2.spark.internal.aggregate;

import static java.util.Objects.requireNonNull;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.ExplanationLog;
import io.pq2.hadoop.split.RowGroupSet;
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
import io.pq2.schema.Shape;
import io.pq2.spark.internal.ReadErrors;
import io.pq2.spark.internal.aggregate.PushedAggregates.Function;
import io.pq2.spark.internal.aggregate.PushedAggregates.Kind;
import io.pq2.spark.internal.column.DateTimeRules;
import io.pq2.spark.internal.column.OrderPreservation;
import io.pq2.spark.internal.column.RowIndexColumn;
import io.pq2.spark.internal.column.RowSources;
import io.pq2.spark.internal.scan.FieldIdCheck;
import io.pq2.spark.internal.scan.FileScanConfigurer;
import io.pq2.spark.internal.scan.FilesAhead;
import io.pq2.spark.internal.scan.ScanSpec;
import io.pq2.spark.internal.scan.SplitColumns;
import io.pq2.spark.internal.scan.SplitReader;
import io.pq2.spark.internal.scan.SplitRowGroups;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private final ReadErrors errors;
    private final PartialAggregates result;
    private final RowSources sources;
    private final AggregatedColumns columns;

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
            ReadErrors errors,
            PartialAggregates result,
            ScanMetrics metrics,
            @Nullable ScanExplanation explanation)
            throws IOException {
        this.explanation = explanation;
        this.file = file;
        this.spec = spec;
        this.split = split;
        this.errors = errors;
        this.result = result;
        FileScanConfigurer selection = new FileScanConfigurer(spec);
        DateTimeRules rules = selection.rules(file);
        this.sources = spec.settings().rowSources(rules);
        this.columns = AggregatedColumns.of(file.schema(), spec);
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
                        .columns(columns::isRead)
                        .rowGroups(scanned::contains)
                        .batchSize(spec.settings().batchRows())
                        .metrics(metrics)
                        .explanation(explanation)
                        .open();
    }

    /**
     * Opens a split; see {@link SplitReader#open}.
     *
     * @param files opens the file
     * @param spec the scan: data columns, partition columns, and no filters
     * @param result receives the aggregates of each step
     */
    public static AggregateSplitReader open(
            PartitionedFile split,
            FilesAhead files,
            ScanSpec spec,
            PushedAggregates requested,
            PartialAggregates result,
            Configuration configuration,
            ScanMetrics metrics)
            throws IOException {
        ParquetFile file = files.openFile(split);
        ReadErrors errors = SplitReader.errors(spec.settings(), split, configuration);
        try {
            FieldIdCheck.check(spec, file.schema());
            return new AggregateSplitReader(
                    file, spec, requested, split, errors, result, metrics, ExplanationLog.collector(configuration));
        } catch (RuntimeException e) {
            file.close();
            throw errors.raise(e);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
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
            columns.get(function)
                    .filter(column -> column.isAnswerable(function))
                    .ifPresent(column -> builder.add(column.aggregate(function.kind())));
        }
        Set<Column> ordered = new HashSet<>();
        for (int i = 0; i < columns.size(); i++) {
            DataType type = spec.dataColumns().fields()[i].dataType();
            columns.get(i)
                    .filter(column -> !column.isGroup()
                            && OrderPreservation.holds(column.leaf().field(), type, rules))
                    .ifPresent(column -> ordered.add(column.leaf()));
        }
        return builder.minMaxFromFooter(ordered::contains).plan();
    }

    /** Whether the footer can answer every function on a column of the file, and none is on row positions. */
    private boolean isAnswerable(PushedAggregates requested) {
        return requested.functions().stream()
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
     * Performs the next step.
     *
     * @return false if there was none
     */
    public boolean next() throws IOException {
        try {
            return step();
        } catch (InvalidDataException e) {
            throw errors.raise(e.locate(FileLocation.file(file.input().location())));
        } catch (RuntimeException e) {
            throw errors.raise(e);
        } catch (IOException e) {
            throw errors.raise(e);
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
        SplitColumns rows = rowColumns;
        if (rows == null) {
            rows = new SplitColumns(spec, sources, reader.shape(), split);
            rowColumns = rows;
        }
        rows.show(batch, reader::rowIndex);
        result.add(split.partitionValues(), rows.batch());
        return true;
    }

    private void answer(RowGroupAnswer answer) {
        Shape.Struct flat = columns.flatShape(file.schema());
        SplitColumns minMax = minMaxColumns;
        if (minMax == null) {
            if (columns.hasGroups()) {
                // Fails if a group cannot be read as Spark's type.
                new SplitColumns(spec, sources, columns.shape(file.schema()), split).batch();
            }
            minMax = new SplitColumns(spec, sources, flat, split);
            minMaxColumns = minMax;
        }
        Map<Column, ColumnAnswer> answers = new HashMap<>();
        answer.columns().forEach(column -> answers.put(column.column(), column));
        List<Vector> vectors = new ArrayList<>();
        for (Shape field : flat.children()) {
            vectors.add(
                    requireNonNull(answers.get(((Shape.Leaf) field).column())).minMax());
        }
        minMax.show(new Batch(MIN_MAX_ROWS, vectors), row -> 0);
        long[] counts = new long[columns.size()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = columns.get(i)
                    .map(column -> count(column.aggregate(Kind.COUNT), answer, answers))
                    .orElse(-1L);
        }
        result.add(split.partitionValues(), answer.rowCount(), counts, minMax.batch());
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
