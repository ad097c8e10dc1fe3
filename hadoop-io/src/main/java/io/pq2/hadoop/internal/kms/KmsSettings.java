package io.pq2.hadoop.internal.kms;

import io.pq2.hadoop.internal.options.Setting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Parses the settings of a KMS client; a malformed value is an error that names the key. */
public final class KmsSettings {

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
     * Returns the value of a setting.
     *
     * @param fallback the value of a setting that is not set
     * @throws io.pq2.exception.InvalidDataException if the setting does not accept its text
     */
    public <T> T get(Setting<T> setting, T fallback) {
        String text = text(setting.name());
        return text == null ? fallback : setting.parse(setting.name(), text);
    }

    Duration millis(Setting<Integer> setting, int fallback) {
        return Duration.ofMillis(get(setting, fallback));
    }
}
