package io.pq2.spark.internal.files.scan;

import io.pq2.hadoop.internal.file.FilesAhead;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanMetrics;
import io.pq2.spark.internal.files.keys.RuntimeFilter;
import io.pq2.spark.internal.files.keys.SplitValue;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.util.TaskCompletionListener;

/** Opens the splits of a task. */
public final class SplitReaders implements FilesAhead.PartOpener<PartitionedFile, SplitReader> {

    private final DamageHandling damage;
    private final FileOpener opener;
    private final Supplier<ScanMetrics> metrics;

    /** Applies the scan, with the runtime filters of the last split; all splits of a task have the same. */
    private FileScanConfigurer configurer;

    private SplitReaders(ScanSpec spec, DamageHandling damage, FileOpener opener, Supplier<ScanMetrics> metrics) {
        this.configurer = new FileScanConfigurer(spec);
        this.damage = damage;
        this.opener = opener;
        this.metrics = metrics;
    }

    /**
     * Returns what opens the splits of a task. Files that are opened before their turn, and then are not read, are
     * closed at the end of the task.
     *
     * @param splits the splits in the order in which the task reads them
     * @param metrics returns the counters of a split that begins
     */
    public static FilesAhead<PartitionedFile, SplitReader> of(
            List<PartitionedFile> splits,
            ScanSpec spec,
            DamageHandling damage,
            Configuration configuration,
            Supplier<ScanMetrics> metrics)
            throws IOException {
        FileOpener opener = new FileOpener(configuration);
        SplitReaders readers = new SplitReaders(spec, damage, opener, metrics);
        if (splits.size() <= 1 || spec.demand().few()) {
            return FilesAhead.none(readers);
        }
        FilesAhead<PartitionedFile, SplitReader> files =
                FilesAhead.of(splits, PartitionedFile::toPath, opener.options(), configuration, readers);
        // Spark closes the reader of a partition after each of its files.
        TaskContext task = TaskContext.get();
        if (task != null) {
            task.addTaskCompletionListener((TaskCompletionListener) ended -> files.close());
        }
        return files;
    }

    @Override
    public ParquetFile openFile(PartitionedFile split) throws IOException {
        return opener.open(split);
    }

    @Override
    public SplitReader begin(
            PartitionedFile split, FilesAhead.FileInTurn file, FilesAhead<PartitionedFile, SplitReader> files)
            throws IOException {
        List<RuntimeFilter> filters = SplitValue.Filters().of(split);
        configurer = configurer.withRuntimeFilters(filters == null ? List.of() : filters);
        return SplitReader.open(split, file, configurer, damage, opener.configuration(), metrics.get(), files);
    }
}
