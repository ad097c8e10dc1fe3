package io.pq2.cli.internal.command;

import io.pq2.internal.exception.NearestName;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Parses options whose values are names with hyphens, such as {@code row-groups}. */
final class EnumOption {

    private EnumOption() {}

    /** Returns the constant with a name; otherwise throws an exception that suggests the most similar one. */
    static <E extends Enum<E>> E parse(Class<E> type, String option, String name, CommandLine command) {
        List<String> names =
                Arrays.stream(type.getEnumConstants()).map(EnumOption::name).toList();
        int index = names.indexOf(name.toLowerCase(Locale.ROOT));
        if (index < 0) {
            String nearest = NearestName.of(name, names, 2);
            throw new ParameterException(
                    command,
                    option + " " + name + ": expected one of " + String.join(", ", names)
                            + (nearest == null ? "" : "; did you mean " + nearest + "?"));
        }
        return type.getEnumConstants()[index];
    }

    /** Returns the name of a constant in options. */
    static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
