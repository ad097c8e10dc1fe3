package io.pq2.internal.exception;

import java.util.Locale;

/** Numbers as people read them in messages and listings. */
public final class NumberText {

    private static final int UNIT = 1024;
    private static final String UNITS = "KMGTPE";

    private NumberText() {}

    /** Returns a number with commas between groups of three digits. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns a number and a noun, in the plural form unless the number is 1: {@code 2 rows}. */
    public static String of(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** Returns a number of bytes in the largest unit in which it is at least 1: {@code 512 B}, {@code 1.5 MiB}. */
    public static String bytes(long number) {
        if (number < UNIT) {
            return number + " B";
        }
        double scaled = number;
        int unit = -1;
        while (scaled >= UNIT && unit < UNITS.length() - 1) {
            scaled /= UNIT;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %siB", scaled, UNITS.charAt(unit));
    }
}
