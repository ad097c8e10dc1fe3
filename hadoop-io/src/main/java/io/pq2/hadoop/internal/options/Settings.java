package io.pq2.hadoop.internal.options;

import io.pq2.exception.InvalidDataException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/**
 * The keys of a configuration as values of their types. A key that is not set, or set to nothing, is left alone; a value that
 * is not of its type fails with its key, where Hadoop's own getters take the default or know only the value.
 */
public final class Settings {

    /** What stands between a key and the dotted path of the one column that it is for. */
    private static final String COLUMN_MARK = "#";

    private final Configuration configuration;

    public Settings(Configuration configuration) {
        this.configuration = configuration;
    }

    public void flag(String key, Consumer<Boolean> setter) {
        String value = configuration.getTrimmed(key, "");
        if (!value.isEmpty()) {
            setter.accept(flag(key, value));
        }
    }

    /** The values of a key that are set for single columns, by the column's dotted path. */
    public void flagByColumn(String key, BiConsumer<String, Boolean> setter) {
        byColumn(key).forEach((column, value) -> setter.accept(column, flag(key + COLUMN_MARK + column, value)));
    }

    /** A number between 0 and 1, neither of them included. */
    void fraction(String key, DoubleConsumer setter) {
        String value = configuration.getTrimmed(key, "");
        if (!value.isEmpty()) {
            setter.accept(fraction(key, value));
        }
    }

    /** Fractions that are set for single columns, by the column's dotted path. */
    void fractionByColumn(String key, BiConsumer<String, Double> setter) {
        byColumn(key).forEach((column, value) -> setter.accept(column, fraction(key + COLUMN_MARK + column, value)));
    }

    public void integer(String key, int min, int max, IntConsumer setter) {
        bytes(key, min, max, value -> setter.accept((int) value));
    }

    /** Numbers that are set for single columns, by the column's dotted path. */
    public void integerByColumn(String key, int min, int max, BiConsumer<String, Integer> setter) {
        bytesByColumn(key, min, max, (column, value) -> setter.accept(column, (int) (long) value));
    }

    /** A number, with one of the suffixes k, m, g, t, p, e for powers of 1024 if it has one. */
    public void bytes(String key, long min, long max, LongConsumer setter) {
        String value = configuration.getTrimmed(key, "");
        if (!value.isEmpty()) {
            setter.accept(number(key, value, min, max));
        }
    }

    /** Numbers that are set for single columns, by the column's dotted path. */
    void bytesByColumn(String key, long min, long max, BiConsumer<String, Long> setter) {
        byColumn(key)
                .forEach((column, value) -> setter.accept(column, number(key + COLUMN_MARK + column, value, min, max)));
    }

    private static long number(String key, String value, long min, long max) {
        long number;
        try {
            number = TraditionalBinaryPrefix.string2long(value);
        } catch (IllegalArgumentException e) {
            throw new InvalidDataException(key + " is " + quoted(value) + ", which is not a number", e);
        }
        if (number < min || number > max) {
            throw new InvalidDataException(
                    key + " is " + quoted(value) + ", which is not between " + min + " and " + max);
        }
        return number;
    }

    private static double fraction(String key, String value) {
        double number;
        try {
            number = Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new InvalidDataException(key + " is " + quoted(value) + ", which is not a number", e);
        }
        if (!(number > 0 && number < 1)) {
            throw new InvalidDataException(key + " is " + quoted(value) + ", which is not above 0 and below 1");
        }
        return number;
    }

    /** @param choices what the values mean, by their names in upper case */
    public <T> void choice(String key, Map<String, T> choices, Consumer<T> setter) {
        String value = configuration.getTrimmed(key, "");
        if (!value.isEmpty()) {
            setter.accept(chosen(key, value, value, choices));
        }
    }

    /** The choices that are set for single columns, by the column's dotted path. */
    public <T> void choiceByColumn(String key, Map<String, T> choices, BiConsumer<String, T> setter) {
        byColumn(key)
                .forEach((column, value) ->
                        setter.accept(column, chosen(key + COLUMN_MARK + column, value, value, choices)));
    }

    /** Several choices, separated by commas; each is set. */
    public <T> void choices(String key, Map<String, T> choices, Consumer<T> setter) {
        String value = configuration.getTrimmed(key, "");
        for (String name : names(value)) {
            setter.accept(chosen(key, value, name, choices));
        }
    }

    /** Several choices a column, by the column's dotted path. */
    public <T> void choicesByColumn(String key, Map<String, T> choices, BiConsumer<String, T> setter) {
        byColumn(key).forEach((column, value) -> {
            for (String name : names(value)) {
                setter.accept(column, chosen(key + COLUMN_MARK + column, value, name, choices));
            }
        });
    }

    private static List<String> names(String value) {
        return Stream.of(value.split(",", -1))
                .map(String::trim)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static <T> T chosen(String key, String value, String name, Map<String, T> choices) {
        T chosen = choices.get(name.toUpperCase(Locale.ROOT));
        if (chosen == null) {
            throw new InvalidDataException(
                    key + " is " + quoted(value) + ", which is none of " + String.join(", ", choices.keySet()));
        }
        return chosen;
    }

    private Map<String, String> byColumn(String key) {
        Map<String, String> values = new TreeMap<>();
        configuration.getPropsWithPrefix(key + COLUMN_MARK).forEach((column, value) -> {
            if (value != null && !value.isBlank()) {
                values.put(column, value.trim());
            }
        });
        return values;
    }

    private static boolean flag(String key, String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new InvalidDataException(key + " is " + quoted(value) + ", which is neither true nor false");
        };
    }

    private static String quoted(String value) {
        return '"' + value + '"';
    }
}
