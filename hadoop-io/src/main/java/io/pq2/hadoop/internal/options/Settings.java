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
 * Parses the values of a configuration and passes them to setters.
 *
 * <p>Keys that are not set or blank are skipped. Unlike with Hadoop's own getters, a malformed value is an error that
 * names the key.
 */
public final class Settings {

    private static final String COLUMN_SEPARATOR = String.valueOf(OptionKeys.SEPARATOR);

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

    /** Passes the values of a key for single columns to the setter, with the column's dotted path. */
    public void flagByColumn(String key, BiConsumer<String, Boolean> setter) {
        byColumn(key).forEach((column, value) -> setter.accept(column, flag(key + COLUMN_SEPARATOR + column, value)));
    }

    /** Passes a text to the setter. */
    void text(String key, Consumer<String> setter) {
        String value = configuration.getTrimmed(key, "");
        if (!value.isEmpty()) {
            setter.accept(value);
        }
    }

    /** Passes the texts of a key for single columns to the setter, with the column's dotted path. */
    public void textByColumn(String key, BiConsumer<String, String> setter) {
        byColumn(key).forEach(setter);
    }

    /** Passes a number between 0 and 1, both excluded, to the setter. */
    void fraction(String key, DoubleConsumer setter) {
        String value = configuration.getTrimmed(key, "");
        if (!value.isEmpty()) {
            setter.accept(fraction(key, value));
        }
    }

    /** Passes the fractions of a key for single columns to the setter, with the column's dotted path. */
    void fractionByColumn(String key, BiConsumer<String, Double> setter) {
        byColumn(key)
                .forEach((column, value) -> setter.accept(column, fraction(key + COLUMN_SEPARATOR + column, value)));
    }

    public void integer(String key, int min, int max, IntConsumer setter) {
        bytes(key, min, max, value -> setter.accept((int) value));
    }

    /** Passes the numbers of a key for single columns to the setter, with the column's dotted path. */
    public void integerByColumn(String key, int min, int max, BiConsumer<String, Integer> setter) {
        bytesByColumn(key, min, max, (column, value) -> setter.accept(column, (int) (long) value));
    }

    /** Passes a number to the setter. Its text may end with k, m, g, t, p or e for powers of 1024. */
    public void bytes(String key, long min, long max, LongConsumer setter) {
        String value = configuration.getTrimmed(key, "");
        if (!value.isEmpty()) {
            setter.accept(number(key, value, min, max));
        }
    }

    /** Passes the numbers of a key for single columns to the setter, with the column's dotted path. */
    void bytesByColumn(String key, long min, long max, BiConsumer<String, Long> setter) {
        byColumn(key)
                .forEach((column, value) ->
                        setter.accept(column, number(key + COLUMN_SEPARATOR + column, value, min, max)));
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
            throw new InvalidDataException(
                    key + " is " + quoted(value) + ", which is not greater than 0 and less than 1");
        }
        return number;
    }

    /**
     * Passes one of several choices to the setter.
     *
     * @param choices the choices by their names in upper case; names in the configuration may be in any case
     */
    public <T> void choice(String key, Map<String, T> choices, Consumer<T> setter) {
        String value = configuration.getTrimmed(key, "");
        if (!value.isEmpty()) {
            setter.accept(chosen(key, value, value, choices));
        }
    }

    /** Passes the choices of a key for single columns to the setter, with the column's dotted path. */
    public <T> void choiceByColumn(String key, Map<String, T> choices, BiConsumer<String, T> setter) {
        byColumn(key)
                .forEach((column, value) ->
                        setter.accept(column, chosen(key + COLUMN_SEPARATOR + column, value, value, choices)));
    }

    /** Passes each of several choices, separated by commas, to the setter. */
    public <T> void choices(String key, Map<String, T> choices, Consumer<T> setter) {
        String value = configuration.getTrimmed(key, "");
        for (String name : names(value)) {
            setter.accept(chosen(key, value, name, choices));
        }
    }

    /** Passes each of several choices of a key for single columns to the setter, with the column's dotted path. */
    public <T> void choicesByColumn(String key, Map<String, T> choices, BiConsumer<String, T> setter) {
        byColumn(key).forEach((column, value) -> {
            for (String name : names(value)) {
                setter.accept(column, chosen(key + COLUMN_SEPARATOR + column, value, name, choices));
            }
        });
    }

    /** Passes each of several names, separated by commas, to the setter. A value without a name is an error. */
    void names(String key, Consumer<String> setter) {
        String value = configuration.getTrimmed(key, "");
        if (!value.isEmpty() && names(value).isEmpty()) {
            throw new InvalidDataException(key + " is " + quoted(value) + ", which has no name");
        }
        names(value).forEach(setter);
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
        configuration.getPropsWithPrefix(key + COLUMN_SEPARATOR).forEach((column, value) -> {
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
