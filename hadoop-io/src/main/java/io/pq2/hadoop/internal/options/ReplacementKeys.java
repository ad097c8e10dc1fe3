package io.pq2.hadoop.internal.options;

import static io.pq2.hadoop.internal.options.Suffix.NONE;
import static io.pq2.hadoop.internal.options.ValueType.FLAG;

import java.util.List;

/** The setting by which pq2 takes the place of Spark's built-in source. */
public final class ReplacementKeys {

    private static final SettingTable TABLE = new SettingTable(Section.REPLACEMENT);

    public static final Setting<Boolean> PARQUET = TABLE.add(
            "pq2.replace.parquet",
            FLAG,
            NONE,
            "false",
            "Whether pq2 reads and writes wherever a session uses Spark's built-in source `parquet`. Set "
                    + "in the session or in Hadoop's configuration.");

    private ReplacementKeys() {}

    /** Returns the settings in the order of their documentation. */
    static List<Setting<?>> all() {
        return TABLE.settings();
    }
}
