package io.pq2.spark.internal.scan;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.internal.file.FileThreads;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.io.RangeSource;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanMetrics;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

    /** The number of files that are opened before their turn. */
    private static final int FILES = 8;

    /** The most files that all tasks of a JVM open before their turn at a time. */
    private static final int THREADS = 64;

    /** How long the first file waits for the footers of the others. */
    private static final long FOOTER_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final ExecutorService POOL = FileThreads.create("pq2-files-ahead", THREADS);

    private final ScanSpec spec;
    private final DamageHandling damage;
    private final Configuration configuration;
    private final Supplier<ScanMetrics> metrics;
    /** The largest number of bytes of column chunks to request before their turn. */
    private final long memory;

    /** The splits that are not opened yet, in their order; empty if no file is opened before its turn. */
    private final Deque<PartitionedFile> later = new ArrayDeque<>();

    private final Deque<OpenedFile> opened = new ArrayDeque<>();
    /** Whether the next file is the first one that is opened together with others. */
    private boolean firstTurn = true;

    /** A file that has been opened, or is being opened, before its turn. */
    private static final class OpenedFile {
        private final PartitionedFile split;
        private final CompletableFuture<ParquetFile> file;
        /** Absent before the footer has arrived, and if the scan could not begin. */
        private @Nullable SplitReader reader;
        /** Whether beginning the scan has failed, so that the split is opened again in its turn. */
        private boolean failed;

        OpenedFile(PartitionedFile split, CompletableFuture<ParquetFile> file) {
            this.split = split;
            this.file = file;
        }
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
        this.spec = spec;
        this.damage = damage;
        this.configuration = configuration;
        this.metrics = metrics;
        this.memory = HadoopReadOptions.from(configuration).prefetchBytes();
        boolean useful = splits.size() > 1
                && memory > 0
                && damage.mode() == OnCorruption.FAIL
                && !spec.fewRows()
                && HadoopInputFile.isRemote(splits.get(0).toPath(), configuration);
        if (useful) {
            later.addAll(splits);
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
        OpenedFile file = take(split);
        if (file == null || file.failed) {
            return SplitReader.open(split, spec, damage, configuration, counters);
        }
        SplitReader begun = file.reader;
        SplitReader reader = begun != null ? begun : begin(file, counters);
        if (firstTurn && reader != null) {
            firstTurn = false;
            try {
                reader.requestAhead();
            } catch (Throwable e) {
                reader.close();
                throw e;
            }
            awaitFooters();
            requestNext();
        }
        return reader;
    }

    /**
     * Waits shortly for the footers that were requested together with that of the first file, so that pruning begins in
     * all files at once. A filter may exclude the whole first file; then {@link #requestNext} is not called before the
     * turn of the second one.
     */
    private void awaitFooters() {
        long end = System.nanoTime() + FOOTER_NANOS;
        for (OpenedFile file : opened) {
            try {
                file.file.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException | ExecutionException e) {
                // The file is opened in its turn, and an error belongs there.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /**
     * Opens the file of a split in its turn, without a scan.
     *
     * @throws IOException as {@link SplitReader#openFile} does
     */
    public ParquetFile openFile(PartitionedFile split) throws IOException {
        OpenedFile file = take(split);
        return file == null
                ? SplitReader.openFile(split, configuration, spec.settings())
                : SplitReader.openFile(split, configuration, spec.settings(), () -> RangeSource.await(file.file));
    }

    /** Takes a split whose turn it is, and begins to open the next ones. Returns null if it was not opened before. */
    private @Nullable OpenedFile take(PartitionedFile split) throws IOException {
        if (opened.isEmpty() && later.isEmpty()) {
            return null;
        }
        openFiles(1);
        OpenedFile first = opened.poll();
        if (first == null || !first.split.equals(split)) {
            throw new IllegalStateException(split + " is not read in the planned order");
        }
        openFiles(FILES);
        return first;
    }

    private void openFiles(int count) throws IOException {
        while (opened.size() < count && !later.isEmpty()) {
            PartitionedFile split = later.remove();
            CompletableFuture<ParquetFile> file = new CompletableFuture<>();
            opened.add(new OpenedFile(split, file));
            POOL.execute(FileThreads.asCaller(() -> open(split, file)));
        }
    }

    private void open(PartitionedFile split, CompletableFuture<ParquetFile> result) {
        try {
            ParquetFile file = SplitReader.open(split, configuration);
            if (!result.complete(file)) {
                file.close(); // The task has ended.
            }
        } catch (IOException | RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    private @Nullable SplitReader begin(OpenedFile file, ScanMetrics counters) throws IOException {
        return SplitReader.open(file.split, spec, damage, configuration, counters, () -> RangeSource.await(file.file));
    }

    /**
     * Requests the first row groups of the next files whose footers have arrived, in their order. Waits for nothing. To
     * be called while a split is read.
     */
    public void requestNext() {
        long bytes = 0;
        for (OpenedFile file : opened) {
            if (!file.file.isDone() || file.file.isCompletedExceptionally() || file.failed || bytes > memory) {
                return;
            }
            try {
                SplitReader reader = file.reader;
                if (reader == null) {
                    reader = begin(file, metrics.get());
                    file.reader = reader;
                }
                if (reader == null) {
                    file.failed = true;
                    return;
                }
                bytes += reader.storedBytes();
                if (bytes <= memory) {
                    reader.requestAhead();
                }
            } catch (Exception e) {
                // The error belongs to a file whose turn has not come. Opening it again in its turn leads to it again.
                file.failed = true;
                closeReader(file);
            }
        }
    }

    private static void closeReader(OpenedFile file) {
        SplitReader reader = file.reader;
        file.reader = null;
        if (reader != null) {
            try {
                reader.close();
            } catch (IOException e) {
                // Nothing was read of it.
            }
        }
    }

    /** Closes the files whose turn has not come. */
    private void close() {
        later.clear();
        for (OpenedFile file : opened) {
            boolean cancelled = file.file.completeExceptionally(new IOException("the task has ended"));
            if (file.reader != null) {
                closeReader(file);
            } else if (!cancelled && !file.file.isCompletedExceptionally() && !file.failed) {
                try {
                    RangeSource.await(file.file).close();
                } catch (IOException e) {
                    // Nothing was read of it.
                }
            }
        }
        opened.clear();
    }
}
