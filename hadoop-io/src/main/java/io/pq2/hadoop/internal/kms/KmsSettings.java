package io.pq2.hadoop.internal.kms;

import io.pq2.exception.InvalidDataException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Parses the settings of a KMS client; a malformed value is an error that names the key. */
public final class KmsSettings {

    private static final int MAX_MILLIS = 24 * 60 * 60 * 1000;

    private final Settings settings;

    /** Looks up the text of a setting; null if it is not set. */
    public interface Settings {
        @Nullable
        String get(String key);
    }

    public KmsSettings(Settings settings) {
        this.settings = settings;
    }

    /** Returns a value without surrounding blanks; null if it is not set or blank. */
    public @Nullable String text(String key) {
        String value = settings.get(key);
        return value == null || value.isBlank() ? null : value.trim();
    }

    /**
     * Returns a boolean; false if it is not set.
     *
     * @throws InvalidDataException if the value is neither true nor false
     */
    public boolean flag(String key) {
        String value = text(key);
        if (value == null || value.equalsIgnoreCase("false")) {
            return false;
        }
        if (value.equalsIgnoreCase("true")) {
            return true;
        }
        throw new InvalidDataException(key + " is \"" + value + "\", which is neither true nor false");
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
        return Duration.ofMillis(integer(key, fallback, 1, MAX_MILLIS));
    }
}
