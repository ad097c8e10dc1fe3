package io.pq2.hadoop.internal.options;

import static io.pq2.hadoop.internal.options.Suffix.NONE;
import static io.pq2.hadoop.internal.options.Suffix.REQUIRED;
import static io.pq2.hadoop.internal.options.ValueType.FLAG;
import static io.pq2.hadoop.internal.options.ValueType.TEXT;
import static io.pq2.hadoop.internal.options.ValueType.choice;
import static io.pq2.hadoop.internal.options.ValueType.integer;
import static io.pq2.hadoop.internal.options.ValueType.number;

import java.util.List;

/** The settings for reading that only Spark has. */
public final class SparkReadingKeys {

    private static final SettingTable TABLE = new SettingTable(Section.SPARK_READING);

    public static final Setting<String> TYPES = TABLE.add(
            "pq2.read.types",
            choice("all", "strict"),
            NONE,
            "`all`",
            "Which Parquet types a schema inference accepts: `all`, or `strict` for those of Spark's "
                    + "built-in source ([types](types.md)).");

    public static final Setting<String> TIME = TABLE.add(
            "pq2.read.time",
            choice("auto", "time", "bigint", "string"),
            NONE,
            "`auto`",
            "The Spark type of TIME: `time`, `bigint` or `string`. `auto` is `time` if "
                    + "`spark.sql.timeType.enabled` is true, otherwise `bigint`.");

    public static final Setting<String> VARIANT_UNKNOWN_TYPES = TABLE.add(
            "pq2.read.variantUnknownTypes",
            choice("keep", "string"),
            NONE,
            "`keep`",
            "How variants return values of the types TIME and timestamp in nanoseconds, which Spark does "
                    + "not know in variants. `keep` keeps their bytes, and expressions that use them fail. `string` "
                    + "makes them strings in ISO 8601 ([details](types.md#variants)).");

    public static final Setting<String> BOX = TABLE.add(
            "pq2.read.box",
            TEXT,
            REQUIRED,
            "none",
            "`xmin,ymin,xmax,ymax`: only rows whose geometry in that column has a point of its bounding "
                    + "box in the box are read ([how](geospatial.md#spark)).");

    public static final Setting<Boolean> AGGREGATES = TABLE.add(
            "pq2.aggregates",
            FLAG,
            NONE,
            "true",
            "Whether scans answer COUNT, MIN and MAX of a whole table or of its partitions from footers "
                    + "([how](#aggregates)). `spark.sql.parquet.aggregatePushdown` = `true` turns it on as well.");

    public static final Setting<Boolean> RUNTIME_FILTERS = TABLE.add(
            "pq2.runtimeFilters",
            FLAG,
            NONE,
            "true",
            "Whether joins pass the keys of one side to the scan of the other side, for every column "
                    + "([how](#runtime-filters)).");

    public static final Setting<Long> RUNTIME_FILTERS_MIN_BYTES = TABLE.add(
            "pq2.runtimeFilters.minBytes",
            number(0, Long.MAX_VALUE),
            NONE,
            "32m",
            "The estimated size of a scan's rows in memory from which the scan waits for keys that another"
                    + " stage of an adaptive query finds ([how](#runtime-filters)). A row that is exchanged counts "
                    + "32 bytes at least.");

    public static final Setting<Boolean> PARTIAL_AGGREGATES = TABLE.add(
            "pq2.partialAggregates",
            FLAG,
            NONE,
            "true",
            "Whether aggregations of a scan work on its batches ([how](#partial-aggregates)).");

    public static final Setting<Boolean> BATCH_JOINS = TABLE.add(
            "pq2.batchJoins",
            FLAG,
            NONE,
            "true",
            "Whether joins of a scan with a broadcast work on batches, below an aggregation that does "
                    + "([how](#joins-on-batches)).");

    public static final Setting<Boolean> BATCH_FILTERS = TABLE.add(
            "pq2.batchFilters",
            FLAG,
            NONE,
            "true",
            "Whether conditions are tested on batches ([how](#filters-on-batches)).");

    public static final Setting<Boolean> FIRST_ROWS = TABLE.add(
            "pq2.firstRows",
            FLAG,
            NONE,
            "true",
            "Whether queries with LIMIT read little ahead, and queries with ORDER BY and LIMIT leave out rows "
                    + "that come too late ([how](#order-by-with-limit)).");

    public static final Setting<Integer> MAX_FOOTERS = TABLE.add(
            "pq2.statistics.maxFooters",
            integer(0, Integer.MAX_VALUE),
            NONE,
            "16",
            "The largest number of files whose footers an estimate of a scan's size reads "
                    + "([how](#estimates)). 0 leaves the estimate to Spark, which uses the sizes of files.");

    public static final Setting<Boolean> SMALL_FILE_BROADCASTS = TABLE.add(
            "pq2.smallFileBroadcasts",
            FLAG,
            NONE,
            "true",
            "Whether a join broadcasts a side whose files are within `spark.sql.autoBroadcastJoinThreshold`, as Spark "
                    + "does with its own source, although its rows in memory are not ([how](#estimates)).");

    private SparkReadingKeys() {}

    /** Returns the settings in the order of their documentation. */
    static List<Setting<?>> all() {
        return TABLE.settings();
    }
}
