package io.pq2.hadoop.internal.kms;

import io.pq2.exception.InvalidDataException;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** The settings of a KMS client as values of their types; a value that is not of its type fails with its key. */
public final class KmsSettings {

    private static final int LONGEST_MILLIS = 24 * 60 * 60 * 1000;

    private final UnaryOperator<String> settings;

    public KmsSettings(UnaryOperator<String> settings) {
        this.settings = settings;
    }

    /** A value without blanks around it, null if it is not set or set to nothing. */
    public String text(String key) {
        String value = settings.apply(key);
        return value == null || value.isBlank() ? null : value.trim();
    }

    int integer(String key, int fallback, int min, int max) {
        String value = text(key);
        if (value == null) {
            return fallback;
        }
        int number;
        try {
            number = Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new InvalidDataException(key + " is \"" + value + "\", which is not a number", e);
        }
        if (number < min || number > max) {
            throw new InvalidDataException(key + " is \"" + value + "\", which is not between " + min + " and " + max);
        }
        return number;
    }

    Duration millis(String key, int fallback) {
        return Duration.ofMillis(integer(key, fallback, 1, LONGEST_MILLIS));
    }
}
