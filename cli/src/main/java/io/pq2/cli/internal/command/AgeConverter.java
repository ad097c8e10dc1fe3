package io.pq2.cli.internal.command;

import io.pq2.internal.compact.Age;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads ages such as {@code 30min} or {@code 7d}. */
final class AgeConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String text) {
        Duration age = Age.parse(text);
        if (age == null) {
            throw new TypeConversionException("'" + text + "' is no age such as 30min, 12h or 7d");
        }
        return age;
    }
}
