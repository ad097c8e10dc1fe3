package io.pq2.cli.internal.command;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads sizes such as {@code 128MiB}, {@code 1g} or {@code 5000}. Units are powers of 1,024. */
final class SizeConverter implements ITypeConverter<Long> {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,18}) *(?:([kmgt])i?)?b?");
    private static final String UNITS = "kmgt";
    private static final int SHIFT = 10;

    @Override
    public Long convert(String text) {
        Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            long number = Long.parseLong(matcher.group(1));
            int shift = matcher.group(2) == null ? 0 : SHIFT * (1 + UNITS.indexOf(matcher.group(2)));
            if (number > 0 && number <= Long.MAX_VALUE >> shift) {
                return number << shift;
            }
        }
        throw new TypeConversionException("'" + text + "' is no size such as 128MiB or 1GiB");
    }

    /** Returns a size for people. */
    static String text(long bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= 1 << SHIFT && unit < UNITS.length()) {
            value /= 1 << SHIFT;
            unit++;
        }
        return unit == 0
                ? bytes + " B"
                : String.format(
                        Locale.ROOT,
                        value < 100 ? "%.1f %siB" : "%.0f %siB",
                        value,
                        Character.toUpperCase(UNITS.charAt(unit - 1)));
    }
}
