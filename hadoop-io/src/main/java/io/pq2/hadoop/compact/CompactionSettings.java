package io.pq2.hadoop.compact;

import io.pq2.compact.CompactionOptions;
import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.internal.compact.Age;
import io.pq2.internal.compression.Codecs;
import io.pq2.internal.exception.NearestName;
import io.pq2.metadata.CompressionCodec;
import io.pq2.rewrite.KeyConflict;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.Timestamps;
import io.pq2.rewrite.Verification;
import io.pq2.write.SortedBy;
import io.pq2.write.WriteOptions;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/**
 * The options of a compaction as texts, which a job sends to its tasks. docs/compaction.md describes each. Immutable.
 */
public final class CompactionSettings implements Serializable {

    /** The size of new files, such as {@code 512MiB}. */
    public static final String TARGET_SIZE = "target_size";

    /** The order of rows: columns, separated by commas, {@code :desc} for descending values. */
    public static final String SORT_BY = "sort_by";

    /** The columns of the Z-order, separated by commas. */
    public static final String ZORDER = "zorder";

    /** The columns that get bloom filters, separated by commas. */
    public static final String BLOOM_FILTERS = "bloom_filters";

    /** The codec of all pages. */
    public static final String CODEC = "codec";

    /** The level of the codec. */
    public static final String LEVEL = "level";

    /** The size of row groups that are encoded again, such as {@code 64MiB}. */
    public static final String ROW_GROUP_SIZE = "row_group_size";

    /** What to do with keys of the key-value metadata that differ: fail, first, last or leave-out. */
    public static final String KEY_CONFLICT = "key_conflict";

    /** Whether values of old and new files are compared. */
    public static final String VERIFY = "verify";

    /** Whether files that are large enough are rewritten too. */
    public static final String ALL = "all";

    /** Whether compactions of other hosts are taken for dead. */
    public static final String TAKE_OVER = "take_over";

    /** Whether names of columns are those of the files letter by letter. */
    public static final String CASE_SENSITIVE = "case_sensitive";

    /** The age below which files stay as they are, such as {@code 12h}. */
    public static final String MIN_AGE = "min_age";

    /** Whether the compaction ends at the first directory that cannot be compacted. */
    public static final String FAIL_FAST = "fail_fast";

    /** How INT96 timestamps are stored: unchanged or micros. */
    public static final String TIMESTAMPS = "timestamps";

    /** The names of all settings. */
    public static final List<String> NAMES = List.of(
            TARGET_SIZE,
            SORT_BY,
            ZORDER,
            BLOOM_FILTERS,
            CODEC,
            LEVEL,
            ROW_GROUP_SIZE,
            KEY_CONFLICT,
            VERIFY,
            ALL,
            TAKE_OVER,
            CASE_SENSITIVE,
            MIN_AGE,
            FAIL_FAST,
            TIMESTAMPS);

    private static final long serialVersionUID = 1;
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18}) *(?:([kmgt])i?)?b?");
    private static final String UNITS = "kmgt";
    private static final int UNIT_BITS = 10;
    private static final int CHARACTERS_PER_DIFFERENCE = 3;

    private final TreeMap<String, String> values;

    private CompactionSettings(Map<String, String> values) {
        this.values = new TreeMap<>(values);
    }

    /**
     * Returns settings.
     *
     * @param values texts by the names of settings; a setting that is missing has its default
     * @throws InvalidDataException if a name is unknown, or a setting does not accept its value
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot write the codec
     */
    public static CompactionSettings of(Map<String, String> values) {
        for (String name : values.keySet()) {
            if (!NAMES.contains(name)) {
                String nearest = NearestName.of(name, NAMES, CHARACTERS_PER_DIFFERENCE);
                throw new InvalidDataException("a compaction has no setting " + name + "; "
                        + (nearest == null
                                ? "its settings are " + String.join(", ", NAMES)
                                : "did you mean " + nearest + "?"));
            }
        }
        CompactionSettings settings = new CompactionSettings(values);
        settings.checkCodec(settings.options(RewriteOptions.DEFAULT).build().rewrite());
        return settings;
    }

    /** Checks that the codec is available and has the level, which otherwise each new file would report. */
    private void checkCodec(RewriteOptions rewrite) {
        CompressionCodec codec = rewrite.codec();
        if (codec != null) {
            try {
                Codecs.compressor(codec, rewrite.compressionLevel()).close();
            } catch (InvalidDataException e) {
                throw new InvalidDataException(LEVEL + " is '" + value(LEVEL) + "': " + e.detail(), e);
            }
        }
    }

    /**
     * Returns the options of a compaction. A configuration has the settings of reading, writing and encryption.
     *
     * @throws InvalidDataException if a key of the configuration does not accept its value
     */
    public CompactionOptions options(Configuration configuration) {
        RewriteOptions rewrite = RewriteOptions.builder()
                .readOptions(HadoopReadOptions.from(configuration))
                .writeOptions(HadoopWriteOptions.unencrypted(configuration))
                .build();
        return options(rewrite).keys(new HadoopTableKeys(configuration)).build();
    }

    /** Returns these settings, with another value for a setting that is not among them. */
    public CompactionSettings withDefault(String name, String value) {
        CompactionSettings settings = new CompactionSettings(values);
        settings.values.putIfAbsent(name, value);
        return settings;
    }

    private CompactionOptions.Builder options(RewriteOptions defaults) {
        RewriteOptions.Builder rewrite = defaults.toBuilder()
                .keyConflict(choice(KeyConflict.class, KEY_CONFLICT, KeyConflict.FAIL))
                .timestamps(choice(Timestamps.class, TIMESTAMPS, Timestamps.UNCHANGED))
                .verify(flag(VERIFY) ? Verification.FULL : Verification.STRUCTURE);
        if (values.containsKey(CODEC)) {
            CompressionCodec codec = choice(CompressionCodec.class, CODEC, CompressionCodec.UNKNOWN);
            if (codec == CompressionCodec.UNKNOWN) {
                throw invalid(CODEC, "a codec such as zstd or snappy");
            }
            rewrite.codec(codec);
            if (values.containsKey(LEVEL)) {
                rewrite.codec(codec, level());
            }
        } else if (values.containsKey(LEVEL)) {
            throw new InvalidDataException(LEVEL + " needs " + CODEC);
        }
        if (values.containsKey(ROW_GROUP_SIZE)) {
            WriteOptions.Builder write = defaults.writeOptions().toBuilder();
            rewrite.writeOptions(write.rowGroupBytes(size(ROW_GROUP_SIZE)).build());
        }
        return CompactionOptions.builder()
                .targetBytes(values.containsKey(TARGET_SIZE) ? size(TARGET_SIZE) : 0)
                .allFiles(flag(ALL))
                .takeOver(flag(TAKE_OVER))
                .caseSensitive(!values.containsKey(CASE_SENSITIVE) || flag(CASE_SENSITIVE))
                .minAge(values.containsKey(MIN_AGE) ? age() : Duration.ZERO)
                .failFast(flag(FAIL_FAST))
                .sortedBy(order())
                .zOrderedBy(columns(ZORDER))
                .bloomFilters(columns(BLOOM_FILTERS))
                .rewrite(rewrite.build());
    }

    private String value(String name) {
        return values.getOrDefault(name, "").strip();
    }

    private InvalidDataException invalid(String name, String expected) {
        return new InvalidDataException(name + " is '" + value(name) + "'; expected " + expected);
    }

    private boolean flag(String name) {
        return switch (value(name).toLowerCase(Locale.ROOT)) {
            case "", "false" -> false;
            case "true" -> true;
            default -> throw invalid(name, "true or false");
        };
    }

    private int level() {
        try {
            return Integer.parseInt(value(LEVEL));
        } catch (NumberFormatException e) {
            throw invalid(LEVEL, "a whole number");
        }
    }

    private long size(String name) {
        Matcher matcher = SIZE.matcher(value(name).toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            long number = Long.parseLong(matcher.group(1));
            int bits = matcher.group(2) == null ? 0 : UNIT_BITS * (1 + UNITS.indexOf(matcher.group(2)));
            if (number > 0 && number <= Long.MAX_VALUE >> bits) {
                return number << bits;
            }
        }
        throw invalid(name, "a size such as 128MiB or 1GiB");
    }

    private Duration age() {
        Duration age = Age.parse(value(MIN_AGE));
        if (age == null) {
            throw invalid(MIN_AGE, "an age such as 30min, 12h or 7d");
        }
        return age;
    }

    private List<String> columns(String name) {
        List<String> columns = new ArrayList<>();
        for (String column : value(name).split(",", -1)) {
            if (!column.isBlank()) {
                columns.add(column.strip());
            }
        }
        return columns;
    }

    private List<SortedBy> order() {
        List<SortedBy> order = new ArrayList<>();
        for (String text : columns(SORT_BY)) {
            int colon = text.lastIndexOf(':');
            String column = colon < 0 ? text : text.substring(0, colon);
            order.add(
                    switch (colon < 0 ? "asc" : text.substring(colon + 1)) {
                        case "asc" -> SortedBy.ascending(column);
                        case "desc" -> SortedBy.descending(column);
                        default -> throw invalid(SORT_BY, "asc or desc after a colon");
                    });
        }
        return order;
    }

    private <E extends Enum<E>> E choice(Class<E> type, String name, E missing) {
        if (value(name).isEmpty()) {
            return missing;
        }
        String constant = value(name).toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(type.getEnumConstants())
                .filter(each -> each.name().equals(constant))
                .findFirst()
                .orElseThrow(() -> invalid(
                        name,
                        "one of "
                                + String.join(
                                        ", ",
                                        Arrays.stream(type.getEnumConstants())
                                                .map(each -> each.name()
                                                        .toLowerCase(Locale.ROOT)
                                                        .replace('_', '-'))
                                                .toList())));
    }
}
