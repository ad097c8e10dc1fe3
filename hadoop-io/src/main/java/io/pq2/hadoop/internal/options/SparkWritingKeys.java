package io.pq2.hadoop.internal.options;

import static io.pq2.hadoop.internal.options.Suffix.REQUIRED;
import static io.pq2.hadoop.internal.options.ValueType.TEXT;

import java.util.List;

/** The settings for writing that only Spark has. */
public final class SparkWritingKeys {

    private static final SettingTable TABLE = new SettingTable(Section.SPARK_WRITING);

    public static final Setting<String> TYPE = TABLE.add(
            "pq2.write.type",
            TEXT,
            REQUIRED,
            "the type that Spark writes",
            "Per column only. The Parquet type of a column: `uuid`, `float16`, `time-millis`, "
                    + "`timestamp-nanos`, `interval` and [others](types.md#writing).");

    private SparkWritingKeys() {}

    /** Returns the settings in the order of their documentation. */
    static List<Setting<?>> all() {
        return TABLE.settings();
    }
}
