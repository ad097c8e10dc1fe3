package io.pq2.hadoop.internal.options;

import static io.pq2.hadoop.internal.options.Suffix.NONE;
import static io.pq2.hadoop.internal.options.Suffix.OPEN;
import static io.pq2.hadoop.internal.options.ValueType.TEXT;

import java.util.List;

/** The keys that pq2 sets itself. */
public final class InternalKeys {

    private static final SettingTable TABLE = new SettingTable(Section.INTERNAL);

    public static final Setting<String> RECORD_SCHEMA = TABLE.add(
            "pq2.record.schema.",
            TEXT,
            OPEN,
            "",
            "The schema of records that a MapReduce job sends from mappers to reducers.");

    public static final Setting<String> REPLACES = TABLE.add(
            "pq2.replaces", TEXT, NONE, "", "Marks a write that pq2 takes over from Spark's built-in source.");

    private InternalKeys() {}

    /** Returns the settings in the order of their documentation. */
    static List<Setting<?>> all() {
        return TABLE.settings();
    }
}
