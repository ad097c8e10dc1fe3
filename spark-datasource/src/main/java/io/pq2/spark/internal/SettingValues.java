package io.pq2.spark.internal;

import java.util.Arrays;
import java.util.Locale;

/** Reads the values of options and settings; one that its key does not take is an error that names both. */
public final class SettingValues {

    private SettingValues() {}

    public static boolean flag(String key, String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(key + " is true or false: " + value);
        };
    }

    /** The constant of that name, in whatever case. */
    public static <E extends Enum<E>> E choice(String key, String value, Class<E> type) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(value)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(
                key + " is one of " + Arrays.toString(type.getEnumConstants()) + ": " + value);
    }
}
