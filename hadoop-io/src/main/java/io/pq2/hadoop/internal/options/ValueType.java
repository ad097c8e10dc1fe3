package io.pq2.hadoop.internal.options;

import io.pq2.exception.InvalidDataException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/**
 * The type of a setting's value. Unlike with Hadoop's own getters, a text that is no value is an error that names the
 * key.
 */
public final class ValueType<T> {

    /** Makes a value of a text. */
    @FunctionalInterface
    interface Parser<T> {

        /**
         * Returns the value of a text.
         *
         * @param key the key, for errors
         * @param text the text, without surrounding blanks and not empty
         * @throws InvalidDataException if the text is no value
         */
        T parse(String key, String text);
    }

    /** True or false, in any case. */
    static final ValueType<Boolean> FLAG = new ValueType<>("true or false", ValueType::flag);

    /** Any text. */
    static final ValueType<String> TEXT = new ValueType<>("a text", (key, text) -> text);

    /** Names that are separated by commas, at least one. */
    static final ValueType<List<String>> NAMES = new ValueType<>("names separated by commas", (key, text) -> {
        List<String> names = names(text);
        if (names.isEmpty()) {
            throw new InvalidDataException(key + " is " + quoted(text) + ", which has no name");
        }
        return names;
    });

    private final String description;
    private final Parser<T> parser;

    /**
     * Creates a type.
     *
     * @param description the accepted texts, for error messages
     */
    ValueType(String description, Parser<T> parser) {
        this.description = description;
        this.parser = parser;
    }

    /** Describes the accepted texts: for example {@code true or false}. */
    public String description() {
        return description;
    }

    /** Whether the values are true and false. */
    public boolean isFlag() {
        return this == (Object) FLAG;
    }

    T parse(String key, String text) {
        return parser.parse(key, text.trim());
    }

    /** Whole numbers. A text may end with k, m, g, t, p or e for powers of 1024. */
    static ValueType<Long> number(long min, long max) {
        return new ValueType<>(range(min, max), (key, text) -> number(key, text, min, max));
    }

    /** Whole numbers of 32 bits. A text may end with k, m or g for powers of 1024. */
    static ValueType<Integer> integer(int min, int max) {
        return new ValueType<>(range(min, max), (key, text) -> (int) number(key, text, min, max));
    }

    private static String range(long min, long max) {
        return "a whole number from " + min + " to " + max + ", which may end with k, m or g";
    }

    /** Numbers between 0 and 1, both excluded. */
    static ValueType<Double> fraction() {
        return new ValueType<>("a number greater than 0 and less than 1", (key, text) -> {
            double number = decimal(key, text);
            if (!(number > 0 && number < 1)) {
                throw new InvalidDataException(
                        key + " is " + quoted(text) + ", which is not greater than 0 and less than 1");
            }
            return number;
        });
    }

    /** Numbers greater than 0 and at most 1. */
    static ValueType<Double> share() {
        return new ValueType<>("a number greater than 0 and at most 1", (key, text) -> {
            double number = decimal(key, text);
            if (!(number > 0 && number <= 1)) {
                throw new InvalidDataException(
                        key + " is " + quoted(text) + ", which is not greater than 0 and at most 1");
            }
            return number;
        });
    }

    /**
     * One of several values by name.
     *
     * @param choices the values by their names; a text may have any case
     */
    static <T> ValueType<T> choice(Map<String, T> choices) {
        return new ValueType<>(
                "one of " + String.join(", ", choices.keySet()), (key, text) -> chosen(key, text, text, choices));
    }

    /** One of several values by name, ignoring case. */
    static <T> ValueType<T> choice(T[] values, Function<T, String> name) {
        Map<String, T> choices = new TreeMap<>();
        for (T value : values) {
            choices.put(name.apply(value).toLowerCase(Locale.ROOT), value);
        }
        return choice(choices);
    }

    /** One of several texts in lower case, ignoring the case of the setting. */
    static ValueType<String> choice(String... texts) {
        return choice(texts, Function.identity());
    }

    /** Several values by name, separated by commas. */
    static <T> ValueType<List<T>> choices(Map<String, T> choices) {
        return new ValueType<>(
                "some of " + String.join(", ", choices.keySet()) + ", separated by commas",
                (key, text) -> names(text).stream()
                        .map(name -> chosen(key, text, name, choices))
                        .toList());
    }

    private static <T> T chosen(String key, String text, String name, Map<String, T> choices) {
        Map<String, T> inAnyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        inAnyCase.putAll(choices);
        T chosen = inAnyCase.get(name);
        if (chosen == null) {
            throw new InvalidDataException(
                    key + " is " + quoted(text) + ", which is none of " + String.join(", ", choices.keySet()));
        }
        return chosen;
    }

    private static List<String> names(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::trim)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static boolean flag(String key, String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new InvalidDataException(key + " is " + quoted(text) + ", which is neither true nor false");
        };
    }

    private static long number(String key, String text, long min, long max) {
        long number;
        try {
            number = TraditionalBinaryPrefix.string2long(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidDataException(key + " is " + quoted(text) + ", which is not a number", e);
        }
        if (number < min || number > max) {
            throw new InvalidDataException(
                    key + " is " + quoted(text) + ", which is not between " + min + " and " + max);
        }
        return number;
    }

    private static double decimal(String key, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new InvalidDataException(key + " is " + quoted(text) + ", which is not a number", e);
        }
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }
}
