package io.pq2.hadoop.internal.options;

import static io.pq2.hadoop.internal.options.Suffix.NONE;
import static io.pq2.hadoop.internal.options.Suffix.OPTIONAL;
import static io.pq2.hadoop.internal.options.ValueType.TEXT;
import static io.pq2.hadoop.internal.options.ValueType.choice;

import io.pq2.predicate.MissingColumns;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The settings that only MapReduce has. */
public final class MapReduceKeys {

    private static final SettingTable TABLE = new SettingTable(Section.MAPREDUCE_JOBS);

    private static final Map<String, MissingColumns> MISSING_COLUMNS =
            new TreeMap<>(Map.of("error", MissingColumns.UNKNOWN, "null", MissingColumns.ARE_NULL));

    public static final Setting<String> COLUMNS = TABLE.add(
            "pq2.read.columns",
            TEXT,
            NONE,
            "all",
            "The columns to read: dotted paths separated by commas. The path of a group means all columns "
                    + "in it. Each file must have each of them.");

    public static final Setting<String> READ_SCHEMA = TABLE.add(
            "parquet.read.schema",
            TEXT,
            NONE,
            "all",
            "A schema whose columns are read if a file has them. `pq2.read.columns` overrides it.");

    public static final Setting<String> FILTER = TABLE.add(
            "pq2.read.filter",
            TEXT,
            NONE,
            "none",
            "A [filter as text](predicates.md). Mappers get only the rows that match, regardless of the "
                    + "keys for reading. The filter may use columns that are not read.");

    public static final Setting<MissingColumns> FILTER_MISSING_COLUMNS = TABLE.add(
            "pq2.read.filter.missingColumns",
            choice(MISSING_COLUMNS),
            NONE,
            "`error`",
            "How the filter treats a column that a file lacks: `error`, or `null` for null in every row.");

    public static final Setting<String> SCHEMA = TABLE.add(
            "pq2.write.schema",
            TEXT,
            OPTIONAL,
            "",
            "The schema of the files to write. Required. With `#` and the name or base path of an output "
                    + "appended, the schema of that output of `MultipleOutputs`.");

    private MapReduceKeys() {}

    /** Returns the settings in the order of their documentation. */
    static List<Setting<?>> all() {
        return TABLE.settings();
    }
}
