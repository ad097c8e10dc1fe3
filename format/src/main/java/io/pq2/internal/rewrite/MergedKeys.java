package io.pq2.internal.rewrite;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.writer.Version;
import io.pq2.metadata.KeyValue;
import io.pq2.read.ParquetFile;
import io.pq2.rewrite.KeyConflict;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Merges the key-value metadata of the inputs into that of the new file. */
public final class MergedKeys {

    /** The key for the writers of the inputs, one on each line. parquet-java's rewriter uses the same key. */
    static final String ORIGINAL_WRITERS = "original.created.by";

    private static final String SPARK_VERSION = "org.apache.spark.version";

    /** Keys that contain a schema or describe single columns. Readers that do not find them use the file's schema. */
    private static final Set<String> ABOUT_COLUMNS = Set.of(
            "org.apache.spark.sql.parquet.row.metadata",
            "ARROW:schema",
            "pandas",
            "geo",
            "parquet.avro.schema",
            "avro.schema",
            "iceberg.schema",
            "parquet.proto.descriptor",
            "thrift.descriptor");

    /** Keys of Spark and Hive that change the meaning of dates and timestamps. */
    private static final Set<String> ABOUT_TIME = Set.of(
            "org.apache.spark.legacyDateTime",
            "org.apache.spark.legacyINT96",
            "org.apache.spark.timeZone",
            "writer.date.proleptic",
            "writer.time.zone",
            "writer.zone.conversion.legacy");

    private final List<ParquetFile> inputs;
    private final RetainedColumns columns;
    private final RewriteOptions options;

    private MergedKeys(List<ParquetFile> inputs, RetainedColumns columns, RewriteOptions options) {
        this.inputs = inputs;
        this.columns = columns;
        this.options = options;
    }

    /**
     * Returns the key-value metadata of the new file; absent when there is none.
     *
     * @throws InvalidDataException if the inputs contradict each other and the options do not say which value to use
     */
    public static @Nullable List<KeyValue> of(
            List<ParquetFile> inputs, RetainedColumns columns, RewriteOptions options) {
        return new MergedKeys(inputs, columns, options).merge();
    }

    /**
     * Returns what files must have in common to be merged: the key-value metadata and the calendar. Equal results of
     * two files mean that they do not contradict each other.
     */
    public static Object conditions(ParquetFile file, RewriteOptions options) {
        Map<String, @Nullable Object> conditions = new LinkedHashMap<>(file.keyValueMetadata());
        conditions
                .keySet()
                .removeIf(key -> key.equals(ORIGINAL_WRITERS)
                        || key.equals(SPARK_VERSION)
                        || options.removedKeys().contains(key)
                        || options.keyValueMetadata().containsKey(key)
                        || (options.keyConflict() != KeyConflict.FAIL && !ABOUT_TIME.contains(key)));
        conditions.put(SPARK_VERSION, sparkCalendar(file));
        return conditions;
    }

    private @Nullable List<KeyValue> merge() {
        if (columns.columns().stream().anyMatch(MergedKeys::isTime)) {
            checkTimes();
        }
        Map<String, String> merged = new LinkedHashMap<>();
        for (ParquetFile input : inputs) {
            input.keyValueMetadata().keySet().forEach(key -> merged.put(key, null));
        }
        merged.keySet()
                .removeIf(key -> options.removedKeys().contains(key)
                        || options.keyValueMetadata().containsKey(key)
                        || key.equals(ORIGINAL_WRITERS)
                        || (columns.dropsAny() && ABOUT_COLUMNS.contains(key)));
        merged.entrySet().removeIf(entry -> !decide(entry));
        String writers = originalWriters();
        if (!writers.isEmpty() && !options.removedKeys().contains(ORIGINAL_WRITERS)) {
            merged.put(ORIGINAL_WRITERS, writers);
        }
        merged.putAll(options.keyValueMetadata());
        List<KeyValue> entries = new ArrayList<>();
        merged.forEach((key, value) -> entries.add(new KeyValue(key, value)));
        return entries.isEmpty() ? null : entries;
    }

    /** Sets the value of a key. Returns whether the key stays. */
    private boolean decide(Map.Entry<String, String> entry) {
        String key = entry.getKey();
        ParquetFile decisive = null;
        for (ParquetFile input : inputs) {
            if (!input.keyValueMetadata().containsKey(key)) {
                continue;
            }
            if (decisive == null) {
                decisive = input;
            } else if (!Objects.equals(value(decisive, key), value(input, key)) && !key.equals(SPARK_VERSION)) {
                switch (options.keyConflict()) {
                    case FAIL ->
                        throw new InvalidDataException(
                                "key " + key + " of the key-value metadata has different values in "
                                        + decisive.input().location() + " and "
                                        + input.input().location()
                                        + "; set keyConflict, removeKeys or keyValueMetadata of RewriteOptions");
                    case FIRST -> {}
                    case LAST -> decisive = input;
                    case LEAVE_OUT -> {
                        return false;
                    }
                }
            }
        }
        entry.setValue(decisive == null ? null : value(decisive, key));
        return true;
    }

    private static @Nullable String value(ParquetFile file, String key) {
        return file.keyValueMetadata().get(key);
    }

    private String originalWriters() {
        Set<String> writers = new LinkedHashSet<>();
        for (ParquetFile input : inputs) {
            String earlier = value(input, ORIGINAL_WRITERS);
            if (earlier != null) {
                writers.addAll(List.of(earlier.split("\n")));
            }
            String writer = input.metadata().createdBy();
            if (writer != null) {
                writers.add(writer);
            }
        }
        return String.join("\n", writers);
    }

    private static boolean isTime(Column column) {
        LogicalType type = column.field().logicalType();
        return column.field().physicalType() == PhysicalType.INT96
                || type instanceof LogicalType.DateType
                || type instanceof LogicalType.TimestampType;
    }

    /**
     * Checks that all inputs count time in the same way. Otherwise, no value of the keys would be right for all rows.
     */
    private void checkTimes() {
        ParquetFile first = null;
        for (ParquetFile input : inputs) {
            if (input.metadata().numRows() == 0) {
                continue;
            }
            first = first == null ? input : first;
            for (String key : ABOUT_TIME) {
                checkTimes(first, input, key, value(first, key), value(input, key));
            }
            checkTimes(first, input, SPARK_VERSION, sparkCalendar(first), sparkCalendar(input));
        }
    }

    private void checkTimes(
            ParquetFile first, ParquetFile input, String key, @Nullable Object one, @Nullable Object other) {
        boolean decided = options.removedKeys().contains(key)
                || options.keyValueMetadata().containsKey(key);
        if (!decided && !Objects.equals(one, other)) {
            throw new InvalidDataException(
                    "dates or timestamps in " + first.input().location() + " and "
                            + input.input().location() + " count time in different ways, according to key " + key
                            + "; to use one way for all rows, set removeKeys or keyValueMetadata of RewriteOptions");
        }
    }

    /**
     * Returns a number for the range of Spark versions that wrote a file; calendars differ between the ranges. Absent
     * when Spark did not write the file.
     */
    private static @Nullable Integer sparkCalendar(ParquetFile file) {
        String version = value(file, SPARK_VERSION);
        if (version == null) {
            return null;
        }
        Version parsed = Version.parse(version);
        boolean before31 = parsed.major() < 3 || (parsed.major() == 3 && parsed.minor() < 1);
        return parsed.major() < 3 ? 0 : before31 ? 1 : 2;
    }
}
