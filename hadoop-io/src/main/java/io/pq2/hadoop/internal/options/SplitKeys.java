package io.pq2.hadoop.internal.options;

import static io.pq2.hadoop.internal.options.Suffix.NONE;
import static io.pq2.hadoop.internal.options.ValueType.FLAG;
import static io.pq2.hadoop.internal.options.ValueType.choice;
import static io.pq2.hadoop.internal.options.ValueType.integer;
import static io.pq2.hadoop.internal.options.ValueType.number;

import io.pq2.hadoop.options.HadoopSplitOptions;
import java.util.List;

/** The settings of split planning. */
public final class SplitKeys {

    private static final SettingTable TABLE = new SettingTable(Section.SPLITS);

    public static final Setting<HadoopSplitOptions.Mode> MODE = TABLE.add(
            HadoopSplitOptions.MODE,
            choice(HadoopSplitOptions.Mode.values(), HadoopSplitOptions.Mode::name),
            NONE,
            "`auto`; from Spark `midpoint`",
            "`footers`: planning reads the footers of all files. Pruned row groups are in no split, and "
                    + "splits have similar bytes in the requested columns. `midpoint`: files are cut by length, and "
                    + "a task reads the row groups whose midpoint is in its range. `auto`: `footers` up to a number "
                    + "of files, then `midpoint`.");

    public static final Setting<Integer> MAX_FOOTERS = TABLE.add(
            HadoopSplitOptions.MAX_FOOTERS,
            integer(0, Integer.MAX_VALUE),
            NONE,
            "1000",
            "The largest number of files for which `auto` reads footers.");

    public static final Setting<Long> OPEN_COST = TABLE.add(
            HadoopSplitOptions.OPEN_COST,
            number(0, Long.MAX_VALUE / 2),
            NONE,
            "4m; from Spark `spark.sql.files.openCostInBytes`",
            "The cost of opening a file, in bytes that could be read in the same time. A higher cost puts "
                    + "fewer small files into a split.");

    public static final Setting<Boolean> COMBINE = TABLE.add(
            HadoopSplitOptions.COMBINE, FLAG, NONE, "true", "Whether a split may have parts of several files.");

    public static final Setting<Long> CACHE_BYTES = TABLE.add(
            HadoopSplitOptions.CACHE_BYTES,
            number(0, Long.MAX_VALUE),
            NONE,
            "64m",
            "Bytes of footers that a JVM caches. Split planning uses it, and Spark opens files on S3A by "
                    + "it. All queries share the cache; the most recent one sets its limit.");

    public static final Setting<Boolean> PARQUET_SPLIT_FILES = TABLE.add(
            HadoopSplitOptions.PARQUET_SPLIT_FILES, FLAG, NONE, "true", "Whether one file may be in several splits.");

    public static final Setting<Boolean> PARQUET_TASK_SIDE_METADATA = TABLE.add(
            HadoopSplitOptions.PARQUET_TASK_SIDE_METADATA,
            FLAG,
            NONE,
            "",
            "`true` means `pq2.splits` = `midpoint`, `false` means `footers`. `pq2.splits` overrides it. "
                    + "(parquet-java's default is true.)");

    public static final Setting<Integer> PARQUET_READ_PARALLELISM = TABLE.add(
            HadoopSplitOptions.PARQUET_READ_PARALLELISM,
            integer(1, Integer.MAX_VALUE),
            NONE,
            "16",
            "Footers that are read concurrently. (parquet-java's default is 5.)");

    private SplitKeys() {}

    /** Returns the settings in the order of their documentation. */
    static List<Setting<?>> all() {
        return TABLE.settings();
    }
}
