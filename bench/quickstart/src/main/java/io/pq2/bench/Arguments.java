package io.pq2.bench;

import io.pq2.bench.measure.Rounds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The arguments of a benchmark: positional arguments, and options of the form {@code --name=value}. */
final class Arguments {

    private final List<String> positional = new ArrayList<>();
    private final Map<String, String> options = new HashMap<>();

    /**
     * Parses arguments.
     *
     * @param maxPositional the number of positional arguments that the benchmark accepts
     * @param optionNames the names of its options, without dashes
     * @throws IllegalArgumentException for surplus positional arguments, unknown options, and options without a value
     */
    Arguments(String[] arguments, int maxPositional, Set<String> optionNames) {
        for (String argument : arguments) {
            if (argument.startsWith("--")) {
                int equals = argument.indexOf('=');
                if (equals < 0) {
                    throw new IllegalArgumentException("option without a value: " + argument);
                }
                String name = argument.substring(2, equals);
                if (!optionNames.contains(name)) {
                    throw new IllegalArgumentException("unknown option: " + argument);
                }
                options.put(name, argument.substring(equals + 1));
            } else if (positional.size() < maxPositional) {
                positional.add(argument);
            } else {
                throw new IllegalArgumentException("too many arguments: " + argument);
            }
        }
    }

    /** Returns a positional argument; absent if there are fewer. */
    @Nullable
    String positional(int index) {
        return index < positional.size() ? positional.get(index) : null;
    }

    /** Returns a positional argument, or a default. */
    String positional(int index, String defaultValue) {
        return index < positional.size() ? positional.get(index) : defaultValue;
    }

    /** Returns an option's value, or a default. */
    String text(String option, String defaultValue) {
        return options.getOrDefault(option, defaultValue);
    }

    /** Returns an option's value as a path, or a default. */
    Path path(String option, String defaultValue) {
        return Path.of(text(option, defaultValue));
    }

    /** Returns an option's value as a regular expression; by default one that is found in any text. */
    Pattern pattern(String option) {
        return Pattern.compile(text(option, ""));
    }

    /** Returns an option's value as a boolean, or a default. */
    boolean flag(String option, boolean defaultValue) {
        return Boolean.parseBoolean(text(option, Boolean.toString(defaultValue)));
    }

    /** Returns the enum constant that an option names in any case; absent without the option. */
    <E extends Enum<E>> @Nullable E choice(String option, Class<E> type) {
        String value = options.get(option);
        return value == null ? null : Enum.valueOf(type, value.toUpperCase(Locale.ROOT));
    }

    /**
     * Returns an option's value as an integer, or a default.
     *
     * @throws IllegalArgumentException if it is not a positive integer
     */
    int positive(String option, int defaultValue) {
        int number = Integer.parseInt(text(option, Integer.toString(defaultValue)));
        if (number < 1) {
            throw new IllegalArgumentException("not a positive number: --" + option + "=" + number);
        }
        return number;
    }

    /** Returns the rounds of the options {@code warm-up} and {@code rounds}, or the given ones. */
    Rounds rounds(int warmUp, int measured) {
        return new Rounds(positive("warm-up", warmUp), positive("rounds", measured));
    }

    /**
     * Parses a scale factor of TPC-H.
     *
     * @throws IllegalArgumentException if the text is not a positive number
     */
    static double scale(String text) {
        double scale = Double.parseDouble(text);
        if (!(scale > 0) || Double.isInfinite(scale)) {
            throw new IllegalArgumentException("not a positive number: " + text);
        }
        return scale;
    }
}
