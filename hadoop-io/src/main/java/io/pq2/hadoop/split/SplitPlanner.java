package io.pq2.hadoop.split;

import io.pq2.exception.ParquetException;
import io.pq2.hadoop.internal.file.ParallelFileTasks;
import io.pq2.hadoop.internal.split.BlockHosts;
import io.pq2.hadoop.internal.split.FileWork;
import io.pq2.hadoop.internal.split.RowGroupRun;
import io.pq2.hadoop.internal.split.RowGroupRunBuilder;
import io.pq2.hadoop.options.HadoopSplitOptions;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.read.ScanPlan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;

/**
 * Plans which task reads what. Each row group that may have wanted rows belongs to exactly one split, see docs/design/splits.md.
 */
public final class SplitPlanner {

    /** A run of row groups is at most that part of the least split. */
    private static final int GRAINS = 64;

    private final HadoopSplitOptions options;
    private final ScanSelector wanted;
    private final FooterSource footers;
    private final BlockSource blocks;
    private final UnreadableFiles unreadable;

    /** What becomes of a file whose footer is to be read and cannot be, or which contradicts itself or the job. */
    public enum UnreadableFiles {
        /** The planning fails with what is wrong, which names the file. */
        FAIL,
        /** It is planned as if footers were not read; who reads it will find out. */
        LEAVE_TO_TASKS
    }

    /**
     * A planner.
     *
     * @param wanted what is read of each file
     */
    public SplitPlanner(
            HadoopSplitOptions options,
            ScanSelector wanted,
            FooterSource footers,
            BlockSource blocks,
            UnreadableFiles unreadable) {
        this.options = options;
        this.wanted = wanted;
        this.footers = footers;
        this.blocks = blocks;
        this.unreadable = unreadable;
    }

    /**
     * Finds out what there is to read.
     *
     * @param files none of them a directory; a file that stands there twice is read twice
     * @param sizes splits are not going to be wanted smaller than that; smaller ones are less even
     * @throws ParquetException if a file is not to be left to tasks and not sound, or not supported, or has not what is wanted
     * @throws InterruptedIOException if the thread is interrupted
     * @throws IOException if a file is not to be left to tasks and not there, or cannot be read
     */
    public SplitWork plan(List<? extends FileStatus> files, SplitSizes sizes) throws IOException {
        boolean withFooters = options.readsFooters(files.size());
        List<FileWork> surveyed = ParallelFileTasks.map(
                files, options.threads(), (index, file) -> withFooters ? rowGroups(file, sizes.of(file)) : whole(file));
        return new SplitWork(options, surveyed);
    }

    private FileWork rowGroups(FileStatus file, long leastSplit) throws IOException {
        try (ParquetFile opened = footers.open(file)) {
            ScanBuilder scan = opened.scan();
            wanted.select(opened, scan);
            int inFile = opened.metadata().rowGroups().size();
            BlockHosts hosts = new BlockHosts(blocks.blocks(file));
            long grain = Math.max(1, leastSplit / GRAINS);
            ScanPlan plan = scan.plan();
            List<RowGroupRun> runs = RowGroupRunBuilder.of(plan, inFile, file.getLen(), hosts, grain);
            return new FileWork(file, runs, null, SkippedRowGroups.of(plan.skipped()));
        } catch (IOException | RuntimeException e) {
            boolean interrupted = e instanceof InterruptedIOException
                    || Thread.currentThread().isInterrupted();
            if (interrupted || unreadable == UnreadableFiles.FAIL) {
                throw e;
            }
            return whole(file);
        }
    }

    private FileWork whole(FileStatus file) throws IOException {
        BlockHosts hosts = new BlockHosts(blocks.blocks(file));
        List<String> near = hosts.of(0, file.getLen());
        return new FileWork(file, List.of(RowGroupRun.ofRange(0, file.getLen(), near)), hosts, SkippedRowGroups.NONE);
    }
}
