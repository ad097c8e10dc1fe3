package io.pq2.hadoop.internal.options;

import io.pq2.internal.exception.NearestName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All settings of pq2. Parsers, checks of names, Spark's sessions and docs/configuration.md take them from here. */
public final class SettingRegistry {

    /** The beginning of the names that only pq2 uses. The others are those of parquet-java. */
    public static final String OWN = "pq2.";

    /** A key resembles a known one if at most one in this many characters differs. */
    private static final int CHARACTERS_PER_DIFFERENCE = 4;

    private static final List<Setting<?>> ALL = Stream.of(
                    ReadingKeys.all(),
                    SparkReadingKeys.all(),
                    SplitKeys.all(),
                    WritingKeys.all(),
                    SparkWritingKeys.all(),
                    EncryptionKeys.all(),
                    KmsKeys.all(),
                    MapReduceKeys.all(),
                    ReplacementKeys.all(),
                    InternalKeys.all())
            .<Setting<?>>flatMap(Collection::stream)
            .toList();

    /** The settings by their names in lower case, without those whose name is a prefix. */
    private static final Map<String, Setting<?>> BY_NAME = new TreeMap<>();

    /** The settings whose name is a prefix. */
    private static final List<Setting<?>> PREFIXES = new ArrayList<>();

    static {
        for (Setting<?> setting : ALL) {
            if (setting.suffix() == Suffix.OPEN) {
                PREFIXES.add(setting);
            } else if (BY_NAME.put(setting.name().toLowerCase(Locale.ROOT), setting) != null) {
                throw new IllegalStateException(setting.name() + " is registered twice");
            }
        }
    }

    private SettingRegistry() {}

    /** Returns all settings, in the order of their documentation. */
    public static List<Setting<?>> all() {
        return ALL;
    }

    /** Whether a key belongs to pq2, in any case: it begins with {@value #OWN}. */
    public static boolean isOwn(String key) {
        return key.regionMatches(true, 0, OWN, 0, OWN.length());
    }

    /** Returns the setting of a key in any case, with or without a column; null if there is none. */
    public static @Nullable Setting<?> find(String key) {
        int end = key.indexOf(Setting.SEPARATOR);
        Setting<?> setting = BY_NAME.get(nameOf(key).toLowerCase(Locale.ROOT));
        if (setting != null && (end < 0 ? setting.suffix() != Suffix.REQUIRED : setting.suffix() != Suffix.NONE)) {
            return setting;
        }
        return PREFIXES.stream()
                .filter(prefix -> startsWith(key, prefix.name()))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns a key in the spelling that parsers look up, because options of Spark may have any case. The path of a
     * column keeps its case. A key that is no setting is returned unchanged.
     */
    public static String spelled(String key) {
        Setting<?> setting = find(key);
        return setting == null
                ? key
                : setting.name() + key.substring(setting.name().length());
    }

    /**
     * Returns the known key that an unknown one resembles most, with its column; null if none is similar.
     *
     * @param sections the sections to search
     */
    public static @Nullable String nearest(String key, Predicate<Section> sections) {
        int end = key.indexOf(Setting.SEPARATOR);
        if (end < 0) {
            return nearestName(key, sections, List.of(Suffix.values()));
        }
        String name = nameOf(key);
        Setting<?> exact = BY_NAME.get(name.toLowerCase(Locale.ROOT));
        String ofColumn = exact == null ? nearestName(name, sections, List.of(Suffix.OPTIONAL, Suffix.REQUIRED)) : null;
        return ofColumn == null ? nearestName(name, sections, List.of(Suffix.values())) : ofColumn + key.substring(end);
    }

    private static @Nullable String nearestName(String name, Predicate<Section> sections, List<Suffix> suffixes) {
        List<String> names = ALL.stream()
                .filter(setting -> sections.test(setting.section()) && suffixes.contains(setting.suffix()))
                .map(Setting::name)
                .toList();
        return NearestName.of(name, names, CHARACTERS_PER_DIFFERENCE);
    }

    private static String nameOf(String key) {
        int end = key.indexOf(Setting.SEPARATOR);
        return end < 0 ? key : key.substring(0, end);
    }

    private static boolean startsWith(String key, String prefix) {
        return key.regionMatches(true, 0, prefix, 0, prefix.length());
    }
}
