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

    /** Keys that contain a schema or describe single columns. Readers that do not find them use the file's schema. */
    private static final Set<String> ABOUT_COLUMNS = Set.of(
            SparkRowSchema.KEY,
            "ARROW:schema",
            "pandas",
            "geo",
            "parquet.avro.schema",
            "avro.schema",
            "iceberg.schema",
            "parquet.proto.descriptor",
            "thrift.descriptor");

    /** Keys with schemas that say how a timestamp is stored, and not only that it is one. */
    private static final Set<String> ABOUT_STORED_TYPES = Set.of("ARROW:schema", "parquet.avro.schema", "avro.schema");

    /** Keys of Spark and Hive that change the meaning of dates and timestamps. */
    private static final Set<String> ABOUT_TIME = Set.of(
            TimestampCalendar.LEGACY_DATETIME,
            TimestampCalendar.LEGACY_INT96,
            TimestampCalendar.TIME_ZONE,
            "writer.date.proleptic",
            "writer.time.zone",
            "writer.zone.conversion.legacy");

    private final List<ParquetFile> inputs;
    private final RetainedColumns columns;
    private final RewriteOptions options;

    private final Map<String, @Nullable String> merged;

    private MergedKeys(List<ParquetFile> inputs, RetainedColumns columns, RewriteOptions options) {
        this.inputs = inputs;
        this.columns = columns;
        this.options = options;
        this.merged = merge();
    }

    /**
     * Merges the key-value metadata of the inputs.
     *
     * @throws InvalidDataException if the inputs contradict each other and the options do not say which value to use
     */
    public static MergedKeys of(List<ParquetFile> inputs, RetainedColumns columns, RewriteOptions options) {
        return new MergedKeys(inputs, columns, options);
    }

    /** Returns the key-value metadata of the new file; absent when there is none. */
    public @Nullable List<KeyValue> entries() {
        List<KeyValue> entries = new ArrayList<>();
        merged.forEach((key, value) -> entries.add(new KeyValue(key, value)));
        return entries.isEmpty() ? null : entries;
    }

    /**
     * Returns why readers of the new file would take INT96 timestamps of an input from before 1900 for others, if they
     * become INT64; absent if they would not.
     */
    public @Nullable String obstacleToOldTimestamps(ParquetFile input) {
        return TimestampCalendar.ofInt96(input.keyValueMetadata()).obstacle(TimestampCalendar.ofInt64(merged));
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
                        || key.equals(TimestampCalendar.SPARK_VERSION)
                        || options.removedKeys().contains(key)
                        || options.keyValueMetadata().containsKey(key)
                        || (options.keyConflict() != KeyConflict.FAIL && !ABOUT_TIME.contains(key)));
        conditions.put(TimestampCalendar.SPARK_VERSION, sparkCalendar(file));
        return conditions;
    }

    private Map<String, @Nullable String> merge() {
        if (columns.columns().stream().anyMatch(MergedKeys::isTime)) {
            checkTimes();
        }
        Map<String, @Nullable String> result = new LinkedHashMap<>();
        for (ParquetFile input : inputs) {
            input.keyValueMetadata().keySet().forEach(key -> result.put(key, null));
        }
        result.keySet()
                .removeIf(key -> options.removedKeys().contains(key)
                        || options.keyValueMetadata().containsKey(key)
                        || key.equals(ORIGINAL_WRITERS)
                        || (columns.dropsAny() && ABOUT_COLUMNS.contains(key)));
        result.entrySet().removeIf(entry -> !decide(entry));
        String writers = originalWriters();
        if (!writers.isEmpty() && !options.removedKeys().contains(ORIGINAL_WRITERS)) {
            result.put(ORIGINAL_WRITERS, writers);
        }
        result.putAll(options.keyValueMetadata());
        List<ParquetFile> changing = inputs.stream().filter(columns::changeIn).toList();
        if (!changing.isEmpty()) {
            changing.forEach(input -> SparkRowSchema.checkTimestamps(input, columns));
            describeInt64(changing.get(0), result);
        }
        return result;
    }

    /**
     * Adapts keys to a file whose INT96 columns have become INT64.
     *
     * @param input an input with INT96 columns. {@link #checkTimes()} has found that others have the same calendar
     */
    private void describeInt64(ParquetFile input, Map<String, @Nullable String> result) {
        ABOUT_STORED_TYPES.stream().filter(key -> !isDecided(key)).forEach(result::remove);
        TimestampCalendar int96 = TimestampCalendar.ofInt96(input.keyValueMetadata());
        boolean same = int96.equals(TimestampCalendar.ofInt64(result));
        if (!same && !isDecided(TimestampCalendar.LEGACY_DATETIME) && !hasOtherTimes()) {
            switch (int96.kind()) {
                case GREGORIAN -> result.remove(TimestampCalendar.LEGACY_DATETIME);
                case HYBRID -> result.put(TimestampCalendar.LEGACY_DATETIME, "");
                case BY_SETTING -> {}
            }
        }
        // Files without old timestamps in another calendar can be merged with files that never had any.
        if (!isDecided(TimestampCalendar.LEGACY_INT96)) {
            result.remove(TimestampCalendar.LEGACY_INT96);
        }
        boolean gregorian = TimestampCalendar.ofInt64(result).kind() == TimestampCalendar.Kind.GREGORIAN;
        if (gregorian && !isDecided(TimestampCalendar.TIME_ZONE)) {
            result.remove(TimestampCalendar.TIME_ZONE);
        }
    }

    /** Whether the options set or remove a key. */
    private boolean isDecided(String key) {
        return options.removedKeys().contains(key) || options.keyValueMetadata().containsKey(key);
    }

    /** Whether the calendar of INT64 timestamps matters for columns of the inputs. */
    private boolean hasOtherTimes() {
        return inputs.stream()
                .flatMap(input -> input.schema().columns().stream())
                .anyMatch(column -> columns.has(column) && isTime(column) && !columns.changes(column));
    }

    /** Sets the value of a key. Returns whether the key stays. */
    private boolean decide(Map.Entry<String, @Nullable String> entry) {
        String key = entry.getKey();
        ParquetFile decisive = null;
        for (ParquetFile input : inputs) {
            if (!input.keyValueMetadata().containsKey(key)) {
                continue;
            }
            if (decisive == null) {
                decisive = input;
            } else if (!Objects.equals(value(decisive, key), value(input, key))
                    && !key.equals(TimestampCalendar.SPARK_VERSION)) {
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
            checkTimes(first, input, TimestampCalendar.SPARK_VERSION, sparkCalendar(first), sparkCalendar(input));
        }
    }

    private void checkTimes(
            ParquetFile first, ParquetFile input, String key, @Nullable Object one, @Nullable Object other) {
        if (!isDecided(key) && !Objects.equals(one, other)) {
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
        String version = value(file, TimestampCalendar.SPARK_VERSION);
        if (version == null) {
            return null;
        }
        Version parsed = Version.parse(version);
        boolean before31 = parsed.major() < 3 || (parsed.major() == 3 && parsed.minor() < 1);
        return parsed.major() < 3 ? 0 : before31 ? 1 : 2;
    }
}
