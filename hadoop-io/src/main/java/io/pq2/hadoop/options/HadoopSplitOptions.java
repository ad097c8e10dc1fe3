package io.pq2.hadoop.options;

import io.pq2.hadoop.internal.options.Settings;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * How splits are planned, out of a Hadoop configuration. docs/configuration.md says what each key does.
 *
 * @param mode whether footers are read
 * @param maxFooters how many files there may be at most for {@link Mode#AUTO} to read their footers
 * @param openCost how many bytes a task could read in the time that opening a file takes
 * @param combine whether a split may have parts of several files
 * @param splitFiles whether a file may be in several splits
 * @param threads how many footers are read at once
 * @param cacheBytes how many bytes of footers are kept in this virtual machine
 */
public record HadoopSplitOptions(
        Mode mode, int maxFooters, long openCost, boolean combine, boolean splitFiles, int threads, long cacheBytes) {

    /** Whether footers are read when splits are planned: {@code auto}, {@code footers} or {@code midpoint}. */
    public static final String MODE = "pq2.splits";

    /** For how many files at most {@code auto} reads footers. */
    public static final String MAX_FOOTERS = "pq2.splits.max-footers";

    /** What opening a file costs, in bytes. */
    public static final String OPEN_COST = "pq2.splits.open-cost";

    /** Whether small files are read together. */
    public static final String COMBINE = "pq2.splits.combine";

    /** How many bytes of footers are kept. */
    public static final String CACHE_BYTES = "pq2.splits.footer-cache-bytes";

    /** Whether a file may be in several splits, as parquet-java names it. */
    public static final String PARQUET_SPLIT_FILES = "parquet.split.files";

    /** Whether only tasks read footers, as parquet-java names it; weaker than {@link #MODE}. */
    public static final String PARQUET_TASK_SIDE_METADATA = "parquet.task.side.metadata";

    /** How many footers are read at once, as parquet-java names it. */
    public static final String PARQUET_READ_PARALLELISM = "parquet.metadata.read.parallelism";

    private static final int DEFAULT_MAX_FOOTERS = 1000;
    private static final long DEFAULT_OPEN_COST = 4L << 20;
    private static final int DEFAULT_THREADS = 16;
    private static final long DEFAULT_CACHE_BYTES = 64L << 20;

    /** Two ways to plan, and the choice between them. */
    public enum Mode {
        /** With footers if the files are not too many. */
        AUTO,
        /** Footers are read: splits have row groups that may have wanted rows, and are even in the bytes of wanted columns. */
        FOOTERS,
        /** Footers are not read: files are cut by their length, and tasks take the row groups whose mid-point is theirs. */
        MIDPOINT
    }

    /**
     * The options that a configuration has.
     *
     * @param unless the mode if it does not say
     * @throws io.pq2.exception.InvalidDataException if a value is not one that its key takes
     */
    public static HadoopSplitOptions from(Configuration configuration, Mode unless) {
        Settings settings = new Settings(configuration);
        Chosen chosen = new Chosen(unless);
        settings.flag(PARQUET_TASK_SIDE_METADATA, inTasks -> chosen.mode = inTasks ? Mode.MIDPOINT : Mode.FOOTERS);
        settings.choice(
                MODE,
                Map.of("AUTO", Mode.AUTO, "FOOTERS", Mode.FOOTERS, "MIDPOINT", Mode.MIDPOINT),
                mode -> chosen.mode = mode);
        settings.integer(MAX_FOOTERS, 0, Integer.MAX_VALUE, files -> chosen.maxFooters = files);
        settings.bytes(OPEN_COST, 0, Long.MAX_VALUE / 2, bytes -> chosen.openCost = bytes);
        settings.flag(COMBINE, combine -> chosen.combine = combine);
        settings.flag(PARQUET_SPLIT_FILES, cut -> chosen.splitFiles = cut);
        settings.integer(PARQUET_READ_PARALLELISM, 1, Integer.MAX_VALUE, threads -> chosen.threads = threads);
        settings.bytes(CACHE_BYTES, 0, Long.MAX_VALUE, bytes -> chosen.cacheBytes = bytes);
        return chosen.options();
    }

    /** The same with another cost of opening a file. */
    public HadoopSplitOptions withOpenCost(long bytes) {
        return new HadoopSplitOptions(mode, maxFooters, bytes, combine, splitFiles, threads, cacheBytes);
    }

    /** Whether the footers of so many files are read. */
    public boolean readsFooters(int files) {
        return switch (mode) {
            case AUTO -> files <= maxFooters;
            case FOOTERS -> true;
            case MIDPOINT -> false;
        };
    }

    private static final class Chosen {

        private Mode mode;
        private int maxFooters = DEFAULT_MAX_FOOTERS;
        private long openCost = DEFAULT_OPEN_COST;
        private boolean combine = true;
        private boolean splitFiles = true;
        private int threads = DEFAULT_THREADS;
        private long cacheBytes = DEFAULT_CACHE_BYTES;

        Chosen(Mode mode) {
            this.mode = mode;
        }

        HadoopSplitOptions options() {
            return new HadoopSplitOptions(mode, maxFooters, openCost, combine, splitFiles, threads, cacheBytes);
        }
    }
}
