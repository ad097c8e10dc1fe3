package io.pq2.hadoop.split;

import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.ParquetException;
import io.pq2.hadoop.internal.file.ParallelFileTasks;
import io.pq2.hadoop.internal.split.BlockHosts;
import io.pq2.hadoop.internal.split.FileWork;
import io.pq2.hadoop.internal.split.RowGroupRun;
import io.pq2.hadoop.internal.split.RowGroupRunBuilder;
import io.pq2.hadoop.options.HadoopSplitOptions;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.read.ScanPlan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;

/**
 * Plans the splits of an input. Each row group that may have matching rows belongs to exactly one split;
 * docs/design/splits.md explains the algorithm. Thread-safe if the scan selector and the sources are.
 */
public final class SplitPlanner {

    /** A row group run has at most this fraction of the smallest split, so that splits can be even. */
    private static final int RUNS_PER_SPLIT = 64;

    private final HadoopSplitOptions options;
    private final ScanSelector selector;
    private final FooterSource footers;
    private final BlockSource blocks;
    private final UnreadableFiles unreadable;

    /** Treatment of files whose footer cannot be read, is invalid or lacks a column that the job reads. */
    public enum UnreadableFiles {
        /** Planning fails with the error, which names the file. */
        FAIL,
        /**
         * The file is planned by its length, as if footers were not read. The task that reads it reports the error.
         * Planning still fails if the KMS is not available: every task would wait for it again.
         */
        LEAVE_TO_TASKS
    }

    /**
     * Creates a planner.
     *
     * @param options the options of split planning
     * @param selector selects the columns and rows of each file
     * @param footers opens files to read their footers
     * @param blocks tells which hosts store the files
     * @param unreadable the treatment of files whose footer cannot be used
     */
    public SplitPlanner(
            HadoopSplitOptions options,
            ScanSelector selector,
            FooterSource footers,
            BlockSource blocks,
            UnreadableFiles unreadable) {
        this.options = options;
        this.selector = selector;
        this.footers = footers;
        this.blocks = blocks;
        this.unreadable = unreadable;
    }

    /**
     * Collects the row groups or byte ranges to read, for division into splits.
     *
     * @param files the files, without directories; a file that occurs twice is read twice
     * @param sizes the smallest split sizes that {@link SplitWork#splits} will be called with; smaller ones give less
     *     even splits
     * @throws ParquetException if a file is invalid, not supported or lacks a column that is read, with
     *     {@link UnreadableFiles#FAIL}
     * @throws KmsUnavailableException if the KMS of an encrypted file gives no valid answer
     * @throws InterruptedIOException if the thread is interrupted
     * @throws IOException if a file does not exist or cannot be read, with {@link UnreadableFiles#FAIL}
     */
    public SplitWork plan(List<? extends FileStatus> files, SplitSizes sizes) throws IOException {
        boolean withFooters = options.readsFooters(files.size());
        List<FileWork> work = ParallelFileTasks.map(
                files,
                options.threads(),
                (index, file) -> withFooters ? byFooter(file, sizes.of(file)) : byLength(file));
        return new SplitWork(options, work);
    }

    private FileWork byFooter(FileStatus file, long minSplitBytes) throws IOException {
        try (ParquetFile opened = footers.open(file)) {
            ScanBuilder scan = opened.scan();
            selector.select(opened, scan);
            // Row groups that cannot be planned must not be left out of all splits: tasks report them.
            scan.onCorruption(OnCorruption.FAIL);
            RowGroupSet none = new RowGroupSet.Builder(opened).build();
            BlockHosts hosts = new BlockHosts(blocks.blocks(file));
            long maxRunBytes = Math.max(1, minSplitBytes / RUNS_PER_SPLIT);
            ScanPlan plan = scan.plan();
            List<RowGroupRun> runs = RowGroupRunBuilder.of(plan, none, file.getLen(), hosts, maxRunBytes);
            return new FileWork(file, runs, null, SkippedRowGroups.of(plan.skipped()));
        } catch (IOException | RuntimeException e) {
            boolean interrupted = e instanceof InterruptedIOException
                    || Thread.currentThread().isInterrupted();
            if (interrupted || unreadable == UnreadableFiles.FAIL || e instanceof KmsUnavailableException) {
                throw e;
            }
            return byLength(file);
        }
    }

    private FileWork byLength(FileStatus file) throws IOException {
        BlockHosts hosts = new BlockHosts(blocks.blocks(file));
        List<String> fileHosts = hosts.of(0, file.getLen());
        return new FileWork(
                file, List.of(RowGroupRun.ofRange(0, file.getLen(), fileHosts)), hosts, SkippedRowGroups.NONE);
    }
}
