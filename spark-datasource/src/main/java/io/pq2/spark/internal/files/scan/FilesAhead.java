package io.pq2.spark.internal.files.scan;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.internal.file.FileOpenings;
import io.pq2.hadoop.internal.file.FileOpenings.Opening;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanMetrics;
import io.pq2.spark.internal.files.keys.SplitFilters;
import java.io.IOException;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/**
 * Opens the files of a task before their turn, if they are on other machines: other threads read the footers of the
 * next files, and the first row groups are requested as far as the memory allows. Used by the thread of the task, at
 * whose end the files that were not read are closed.
 */
public final class FilesAhead {

    private final DamageHandling damage;
    private final FileOpener opener;
    private final Supplier<ScanMetrics> metrics;
    /** The largest number of bytes of column chunks to request before their turn. */
    private final long memory;

    /** Applies the scan, with the runtime filters of the last split; all splits of a task have the same. */
    private FileScanConfigurer configurer;

    /** Absent if no file is opened before its turn. */
    private @Nullable FileOpenings<PartitionedFile> openings;

    /** The scans that have begun before their turn, or have failed to. */
    private final IdentityHashMap<Opening<PartitionedFile>, Begun> begun = new IdentityHashMap<>();
    /** Whether the thread is beginning files. */
    private boolean beginning;

    /**
     * A scan that has begun before its turn.
     *
     * @param reader absent if beginning the scan has failed, so that the split is opened again in its turn
     * @param bytes the number of bytes of the column chunks to read
     */
    private record Begun(@Nullable SplitReader reader, long bytes) {

        static final Begun FAILED = new Begun(null, 0);
    }

    /**
     * Creates an object that has opened nothing.
     *
     * @param splits the splits in the order in which the task reads them
     * @param metrics returns the counters of a split that is begun before its turn
     */
    public FilesAhead(
            List<PartitionedFile> splits,
            ScanSpec spec,
            DamageHandling damage,
            Configuration configuration,
            Supplier<ScanMetrics> metrics)
            throws IOException {
        this.configurer = new FileScanConfigurer(spec);
        this.damage = damage;
        this.opener = new FileOpener(configuration);
        this.metrics = metrics;
        this.memory = opener.options().prefetchBytes();
        boolean useful = splits.size() > 1
                && memory > 0
                && damage.mode() == OnCorruption.FAIL
                && !spec.demand().few()
                && HadoopInputFile.isRemote(splits.get(0).toPath(), configuration);
        if (useful) {
            openings = new FileOpenings<>(splits, opener::open);
            // Spark closes the reader of a partition after each of its files.
            TaskContext task = TaskContext.get();
            if (task != null) {
                task.addTaskCompletionListener((TaskCompletionListener) ended -> close());
            }
        }
    }

    /**
     * Opens a split in its turn.
     *
     * @param counters the counters of the split, unless reading it has begun before its turn
     * @return null if the file is damaged as a whole, and the scan skips damage
     * @throws IOException as {@link SplitReader#open} does
     */
    public @Nullable SplitReader open(PartitionedFile split, ScanMetrics counters) throws IOException {
        Opening<PartitionedFile> file = take(split);
        Begun early = file == null ? null : begun.remove(file);
        if (file == null || (early != null && early.reader() == null)) {
            return open(split, counters, () -> opener.open(split));
        }
        return early != null ? early.reader() : begin(file, counters);
    }

    /**
     * Opens the file of a split in its turn, without a scan.
     *
     * @throws IOException as {@link SplitReader#openFile} does
     */
    public ParquetFile openFile(PartitionedFile split) throws IOException {
        Opening<PartitionedFile> file = take(split);
        return file == null ? openFile(split, () -> opener.open(split)) : openFile(split, file::await);
    }

    private ParquetFile openFile(PartitionedFile split, SplitReader.FileOpening opening) throws IOException {
        return SplitReader.openFile(
                split, opener.configuration(), configurer.spec().settings(), opening);
    }

    private @Nullable SplitReader open(PartitionedFile split, ScanMetrics counters, SplitReader.FileOpening opening)
            throws IOException {
        configurer = configurer.withRuntimeFilters(SplitFilters.of(split));
        return SplitReader.open(split, configurer, damage, opener.configuration(), counters, opening);
    }

    /** Takes a split whose turn it is, and begins to open the next ones. Returns null if it was not opened before. */
    private @Nullable Opening<PartitionedFile> take(PartitionedFile split) throws IOException {
        if (openings == null) {
            return null;
        }
        Opening<PartitionedFile> next = openings.take();
        if (next == null || !next.part().equals(split)) {
            throw new IllegalStateException(split + " is not read in the planned order");
        }
        return next;
    }

    private @Nullable SplitReader begin(Opening<PartitionedFile> file, ScanMetrics counters) throws IOException {
        return open(file.part(), counters, new OpenedFile(file));
    }

    /** A file that was opened before its turn. While its reader waits for bytes, the next files begin. */
    private final class OpenedFile implements SplitReader.FileOpening {

        private final Opening<PartitionedFile> opening;

        OpenedFile(Opening<PartitionedFile> opening) {
            this.opening = opening;
        }

        @Override
        public ParquetFile file() throws IOException {
            return opening.await();
        }

        @Override
        public void waiting(CompletableFuture<?> bytes) {
            if (openings != null) {
                openings.whileWaiting(bytes, FilesAhead.this::requestNext);
            }
        }
    }

    /**
     * Requests the first row groups of the next files whose footers have arrived, in their order. Waits for nothing. To
     * be called while a split is read.
     */
    public void requestNext() {
        if (openings == null || beginning) {
            return;
        }
        beginning = true;
        try {
            requestFirstRowGroups(openings.ahead());
        } finally {
            beginning = false;
        }
    }

    private void requestFirstRowGroups(Collection<Opening<PartitionedFile>> ahead) {
        long bytes = 0;
        for (Opening<PartitionedFile> file : ahead) {
            if (!file.isOpen() || bytes > memory) {
                return;
            }
            Begun early = begun.computeIfAbsent(file, this::beginEarly);
            SplitReader reader = early.reader();
            if (reader == null) {
                return;
            }
            bytes += early.bytes();
            if (bytes <= memory && !requests(reader)) {
                begun.put(file, Begun.FAILED);
                closeUnread(reader);
                return;
            }
        }
    }

    /** Begins a scan. An error belongs to a file whose turn has not come. Opening it in its turn leads to it again. */
    private Begun beginEarly(Opening<PartitionedFile> file) {
        try {
            SplitReader reader = begin(file, metrics.get());
            return reader == null ? Begun.FAILED : new Begun(reader, reader.storedBytes());
        } catch (Exception e) {
            return Begun.FAILED;
        }
    }

    /** Requests the first row groups of a scan. Returns false if that fails, for a file whose turn has not come. */
    private static boolean requests(SplitReader reader) {
        try {
            reader.requestAhead();
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    private static void closeUnread(@Nullable SplitReader reader) {
        if (reader != null) {
            try {
                reader.close();
            } catch (IOException | RuntimeException e) {
                // Nothing was read of it.
            }
        }
    }

    /** Closes the files whose turn has not come. */
    private void close() {
        begun.values().forEach(early -> closeUnread(early.reader()));
        begun.clear();
        try {
            Objects.requireNonNull(openings).close();
        } catch (IOException e) {
            // Nothing was read of them.
        }
    }
}
