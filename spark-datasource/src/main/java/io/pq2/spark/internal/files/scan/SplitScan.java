package io.pq2.spark.internal.files.scan;

import io.pq2.hadoop.split.RowGroupSet;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.read.ScanExplanation;
import io.pq2.read.ScanMetrics;
import io.pq2.read.ScanPlan;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.files.keys.SplitValue;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.jspecify.annotations.Nullable;

/**
 * A scan of the opened file of a split.
 *
 * @param configurer applies the scan of the table, with the runtime filters of the split
 * @param rules the date and time rules of the file
 * @param metrics receives the counts of the split
 * @param explanation absent if no explanation is requested
 * @param whileWaiting see {@link ScanBuilder#whileWaiting}
 */
record SplitScan(
        ParquetFile file,
        PartitionedFile split,
        FileScanConfigurer configurer,
        DateTimeRules rules,
        DamageHandling damage,
        ScanMetrics metrics,
        @Nullable ScanExplanation explanation,
        Consumer<CompletableFuture<?>> whileWaiting) {

    /** Returns the scan of the table. */
    ScanSpec spec() {
        return configurer.spec();
    }

    /**
     * Begins to read row groups of the split.
     *
     * @param rowGroups tests the index of a row group in the file
     */
    BatchReader open(IntPredicate rowGroups) throws IOException {
        FieldIdCheck.check(spec(), file.schema());
        ScanBuilder scan = file.scan()
                .batchSize(spec().settings().batchRows())
                .metrics(metrics)
                .explanation(explanation)
                .corruptionListener(damage::lost)
                .fewRows(spec().demand().few())
                .whileWaiting(whileWaiting);
        configurer.select(file, rules, scan);
        return inSplit(scan, rowGroups).open();
    }

    /** Returns the indexes of the row groups of the split. */
    List<Integer> rowGroups() throws IOException {
        return inSplit(file.scan().columns(column -> false), rowGroup -> true).plan().rowGroups().stream()
                .map(ScanPlan.RowGroupPlan::ordinal)
                .toList();
    }

    private ScanBuilder inSplit(ScanBuilder scan, IntPredicate rowGroups) throws IOException {
        if (isByteRange()) {
            scan.split(split.start(), split.length());
        }
        return scan.rowGroups(planned().and(rowGroups));
    }

    /** Whether the split has the row groups whose midpoints lie in its byte range. */
    boolean isByteRange() {
        return SplitValue.RowGroups().of(split) == null && !PlannedFile.isWhole(split);
    }

    /** Returns a test for the row groups that the split was planned with; all if planning did not read footers. */
    IntPredicate planned() throws IOException {
        RowGroupSet planned = SplitValue.RowGroups().of(split);
        return planned == null ? rowGroup -> true : planned.of(file);
    }
}
