package io.pq2.spark.internal.files.scan;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.ExplanationLog;
import io.pq2.read.AggregatePlan;
import io.pq2.read.AggregatePlan.RowGroupAnswer;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanExplanation;
import io.pq2.read.ScanMetrics;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.errors.ReadErrors;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates one split of a file in steps: first one step for each row group that the footer answers, then one for each
 * batch of the other row groups. The result is the same as aggregating the rows, including Spark's conversions and
 * errors: min and max from the footer become Spark's values in the same way as values of pages. Not thread-safe.
 */
public final class AggregateSplitReader implements Closeable {

    private final ParquetFile file;
    private final ScanSpec spec;
    private final PartitionedFile split;
    private final ReadErrors errors;
    private final PartitionAggregates result;
    private final FooterAnswers footer;

    private final List<RowGroupAnswer> answers;
    private final @Nullable BatchReader batches;
    /** The explanation of the scanned part; absent if not requested, and after it was written. */
    private @Nullable ScanExplanation explanation;

    private int nextAnswer;
    /** Columns with rows; created with the first batch. */
    private @Nullable SplitColumns rowColumns;

    private AggregateSplitReader(
            ParquetFile file,
            ScanSpec spec,
            PushedAggregates requested,
            PartitionedFile split,
            ReadErrors errors,
            PartitionAggregates result,
            ScanMetrics metrics,
            @Nullable ScanExplanation explanation)
            throws IOException {
        this.explanation = explanation;
        this.file = file;
        this.spec = spec;
        this.split = split;
        this.errors = errors;
        this.result = result;
        DateTimeRules rules = new FileScanConfigurer(spec).rules(file);
        this.footer = new FooterAnswers(file, spec, split, rules, requested.functions());
        AggregatePlan plan = footer.plan(ordinal -> true);
        Set<Integer> scanned = new HashSet<>(plan.scanned());
        if (footer.areAnswerable()) {
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
                        .columns(footer.columns()::isRead)
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
            PartitionAggregates result,
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
            result.add(split.partitionValues(), footer.batch(answers.get(nextAnswer++)));
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
            rows = new SplitColumns(spec, footer.sources(), reader.shape(), split);
            rowColumns = rows;
        }
        rows.show(batch, reader::rowIndex);
        result.add(split.partitionValues(), rows.batch());
        return true;
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
