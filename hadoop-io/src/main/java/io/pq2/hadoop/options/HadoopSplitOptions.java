package io.pq2.hadoop.options;

import io.pq2.hadoop.internal.options.Settings;
import io.pq2.hadoop.internal.options.SplitKeys;
import io.pq2.read.OnCorruption;
import org.apache.hadoop.conf.Configuration;

/**
 * Options of split planning from a Hadoop configuration. docs/configuration.md describes each key.
 *
 * @param mode whether footers are read
 * @param maxFooters the maximum number of files whose footers {@link Mode#AUTO} reads
 * @param openCost the cost of opening a file, as a number of bytes that a task reads in the same time
 * @param combine whether a split may contain parts of several files
 * @param splitFiles whether a file may be divided among several splits; never with {@link OnCorruption#SKIP_FILE}, for
 *     which every split would check the whole file
 * @param threads the number of footers that are read at once
 * @param cacheBytes the size of the footer cache of this JVM in bytes
 */
public record HadoopSplitOptions(
        Mode mode, int maxFooters, long openCost, boolean combine, boolean splitFiles, int threads, long cacheBytes) {

    /** Whether split planning reads footers: {@code auto}, {@code footers} or {@code midpoint}. */
    public static final String MODE = "pq2.splits";

    /** The maximum number of files whose footers are read in the mode {@code auto}. */
    public static final String MAX_FOOTERS = "pq2.splits.maxFooters";

    /** The cost of opening a file, as a number of bytes that a task reads in the same time. */
    public static final String OPEN_COST = "pq2.splits.openCost";

    /** Whether small files are combined into one split. */
    public static final String COMBINE = "pq2.splits.combine";

    /** The number of bytes of the footer cache. */
    public static final String CACHE_BYTES = "pq2.splits.footerCacheBytes";

    /** Whether a file may be divided among several splits; the name that parquet-java uses. */
    public static final String PARQUET_SPLIT_FILES = "parquet.split.files";

    /** Whether only tasks read footers; the name that parquet-java uses. {@link #MODE} overrides it. */
    public static final String PARQUET_TASK_SIDE_METADATA = "parquet.task.side.metadata";

    /** The number of footers that are read at once; the name that parquet-java uses. */
    public static final String PARQUET_READ_PARALLELISM = "parquet.metadata.read.parallelism";

    private static final int DEFAULT_MAX_FOOTERS = 1000;
    private static final long DEFAULT_OPEN_COST = 4L << 20;
    private static final int DEFAULT_THREADS = 16;
    private static final long DEFAULT_CACHE_BYTES = 64L << 20;

    /** Two ways to plan, and the choice between them. */
    public enum Mode {
        /** {@link #FOOTERS} up to a maximum number of files, otherwise {@link #MIDPOINT}. */
        AUTO,
        /**
         * Reads footers: splits contain only row groups that may match, and have even numbers of bytes of the read
         * columns.
         */
        FOOTERS,
        /**
         * Reads no footers: files are cut by length, and a task reads the row groups whose midpoint lies in its byte
         * range.
         */
        MIDPOINT
    }

    /**
     * Returns the options of a configuration.
     *
     * @param defaultMode the mode if the configuration does not set it
     * @throws io.pq2.exception.InvalidDataException if a key does not accept its value
     */
    public static HadoopSplitOptions from(Configuration configuration, Mode defaultMode) {
        Settings settings = new Settings(configuration);
        Builder builder = new Builder(defaultMode);
        settings.set(
                SplitKeys.PARQUET_TASK_SIDE_METADATA, inTasks -> builder.mode = inTasks ? Mode.MIDPOINT : Mode.FOOTERS);
        settings.set(SplitKeys.MODE, mode -> builder.mode = mode);
        settings.set(SplitKeys.MAX_FOOTERS, files -> builder.maxFooters = files);
        settings.set(SplitKeys.OPEN_COST, bytes -> builder.openCost = bytes);
        settings.set(SplitKeys.COMBINE, combine -> builder.combine = combine);
        settings.set(SplitKeys.PARQUET_SPLIT_FILES, cut -> builder.splitFiles = cut);
        if (HadoopReadOptions.from(configuration).onCorruption() == OnCorruption.SKIP_FILE) {
            builder.splitFiles = false;
        }
        settings.set(SplitKeys.PARQUET_READ_PARALLELISM, threads -> builder.threads = threads);
        settings.set(SplitKeys.CACHE_BYTES, bytes -> builder.cacheBytes = bytes);
        return builder.build();
    }

    /**
     * Returns these options with another cost of opening a file.
     *
     * @param bytes the cost as a number of bytes
     */
    public HadoopSplitOptions withOpenCost(long bytes) {
        return new HadoopSplitOptions(mode, maxFooters, bytes, combine, splitFiles, threads, cacheBytes);
    }

    /**
     * Whether split planning reads the footers of an input.
     *
     * @param files the number of files of the input
     */
    public boolean readsFooters(int files) {
        return switch (mode) {
            case AUTO -> files <= maxFooters;
            case FOOTERS -> true;
            case MIDPOINT -> false;
        };
    }

    private static final class Builder {

        private Mode mode;
        private int maxFooters = DEFAULT_MAX_FOOTERS;
        private long openCost = DEFAULT_OPEN_COST;
        private boolean combine = true;
        private boolean splitFiles = true;
        private int threads = DEFAULT_THREADS;
        private long cacheBytes = DEFAULT_CACHE_BYTES;

        Builder(Mode mode) {
            this.mode = mode;
        }

        HadoopSplitOptions build() {
            return new HadoopSplitOptions(mode, maxFooters, openCost, combine, splitFiles, threads, cacheBytes);
        }
    }
}
