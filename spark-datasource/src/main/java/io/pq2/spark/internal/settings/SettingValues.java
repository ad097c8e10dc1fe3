package io.pq2.spark.internal.settings;

import java.util.Arrays;
import java.util.Locale;

/** Parses the values of options and settings. The error for an invalid value names the key and the value. */
public final class SettingValues {

    private SettingValues() {}

    public static boolean flag(String key, String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(key + " must be true or false, but is: " + value);
        };
    }

    /** Returns a whole number. */
    public static long number(String key, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " must be a whole number, but is: " + value, e);
        }
    }

    /** Returns the constant of an enum by name, ignoring case. */
    public static <E extends Enum<E>> E choice(String key, String value, Class<E> type) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(value)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(
                key + " must be one of " + Arrays.toString(type.getEnumConstants()) + ", but is: " + value);
    }
}
