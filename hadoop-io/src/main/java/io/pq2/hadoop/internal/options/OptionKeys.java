package io.pq2.hadoop.internal.options;

import io.pq2.hadoop.internal.file.RemoteRequests;
import io.pq2.hadoop.kms.KmsOptions;
import io.pq2.hadoop.options.ExplanationLog;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.options.HadoopSplitOptions;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.internal.exception.NearestName;
import java.lang.reflect.Field;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The configuration keys that pq2 knows. They come from the parsers themselves: {@link #readBy} records the keys that a
 * parser looks up.
 *
 * @param keys the keys
 * @param columnKeys the keys that apply to the column whose dotted path follows, after {@code #}
 * @param prefixes the beginnings of keys that may end in any text
 */
public record OptionKeys(Set<String> keys, Set<String> columnKeys, Set<String> prefixes) {

    /** Separates a key from the dotted path of the single column, or the name of the output, that it applies to. */
    public static final char SEPARATOR = '#';

    /** A key resembles a known one if at most one in this many characters differs. */
    private static final int CHARACTERS_PER_DIFFERENCE = 4;

    /** The keys for reading files and planning splits. */
    public static final OptionKeys READING = readBy(OptionKeys::parseReading);

    /** The keys for writing files. */
    public static final OptionKeys WRITING = readBy(OptionKeys::parseWriting);

    /** The keys of encryption and of the KMS clients: the constants of the classes that declare them. */
    public static final OptionKeys ENCRYPTION = constants(HadoopEncryption.class, KmsOptions.class);

    public OptionKeys {
        keys = Collections.unmodifiableSet(new TreeSet<>(keys));
        columnKeys = Collections.unmodifiableSet(new TreeSet<>(columnKeys));
        prefixes = Collections.unmodifiableSet(new TreeSet<>(prefixes));
    }

    /**
     * Parses all keys for reading and splits.
     *
     * @throws io.pq2.exception.InvalidDataException if a key does not accept its value
     */
    public static void parseReading(Configuration configuration) {
        HadoopReadOptions.from(configuration);
        RemoteRequests.from(configuration);
        HadoopSplitOptions.from(configuration, HadoopSplitOptions.Mode.AUTO);
        ExplanationLog.collector(configuration);
    }

    /**
     * Parses all keys for writing, except those of encryption.
     *
     * @throws io.pq2.exception.InvalidDataException if a key does not accept its value
     */
    public static void parseWriting(Configuration configuration) {
        HadoopWriteOptions.unencrypted(configuration);
    }

    /** Returns the keys that a parser looks up in a configuration without values. */
    public static OptionKeys readBy(Consumer<Configuration> parser) {
        Recorder recorder = new Recorder();
        parser.accept(recorder);
        return new OptionKeys(recorder.keys, recorder.columnKeys, recorder.prefixes);
    }

    private static OptionKeys constants(Class<?>... classes) {
        Set<String> keys = new TreeSet<>();
        for (Class<?> type : classes) {
            for (Field field : type.getFields()) {
                try {
                    if (field.getType() == String.class && field.get(null) instanceof String key) {
                        keys.add(key);
                    }
                } catch (IllegalAccessException e) {
                    throw new AssertionError("getFields returns public fields", e);
                }
            }
        }
        return new OptionKeys(keys, Set.of(), Set.of());
    }

    /** Returns these keys and those of another set. */
    public OptionKeys and(OptionKeys other) {
        return new OptionKeys(
                union(keys, other.keys), union(columnKeys, other.columnKeys), union(prefixes, other.prefixes));
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> all = new TreeSet<>(one);
        all.addAll(other);
        return all;
    }

    /** Whether a key is known, with or without a column. */
    public boolean contains(String key) {
        int end = key.indexOf(SEPARATOR);
        boolean known = end < 0 ? keys.contains(key) : columnKeys.contains(key.substring(0, end));
        return known || prefixes.stream().anyMatch(key::startsWith);
    }

    /** Returns the known key that an unknown one resembles most, with its column; null if none is similar. */
    public @Nullable String nearest(String key) {
        int end = key.indexOf(SEPARATOR);
        String name = end < 0 ? key : key.substring(0, end);
        Set<String> candidates = end < 0 || columnKeys.contains(name) ? union(keys, columnKeys) : columnKeys;
        String nearest = NearestName.of(name, candidates, CHARACTERS_PER_DIFFERENCE);
        if (nearest == null && end >= 0) {
            return NearestName.of(name, keys, CHARACTERS_PER_DIFFERENCE);
        }
        return nearest == null || end < 0 ? nearest : nearest + key.substring(end);
    }

    /** A configuration without values that records the keys that are looked up. */
    static final class Recorder extends Configuration {

        private final Set<String> keys = new TreeSet<>();
        private final Set<String> columnKeys = new TreeSet<>();
        private final Set<String> prefixes = new TreeSet<>();

        Recorder() {
            super(false);
        }

        @Override
        public @Nullable String get(String name) {
            keys.add(name);
            return null;
        }

        @Override
        public @Nullable String get(String name, @Nullable String defaultValue) {
            keys.add(name);
            return defaultValue;
        }

        @Override
        public Map<String, String> getPropsWithPrefix(String prefix) {
            int last = prefix.length() - 1;
            if (prefix.charAt(last) == SEPARATOR) {
                columnKeys.add(prefix.substring(0, last));
            } else {
                prefixes.add(prefix);
            }
            return Map.of();
        }
    }
}
