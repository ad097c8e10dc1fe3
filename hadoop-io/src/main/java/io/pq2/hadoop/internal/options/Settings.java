package io.pq2.hadoop.internal.options;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/** The values of a configuration. Keys that are not set or blank are skipped. */
public final class Settings {

    private final Configuration configuration;

    public Settings(Configuration configuration) {
        this.configuration = configuration;
    }

    /**
     * Passes the value of a setting to a consumer.
     *
     * @throws io.pq2.exception.InvalidDataException if the setting does not accept its text
     */
    public <T> void set(Setting<T> setting, Consumer<? super T> setter) {
        String text = configuration.getTrimmed(setting.name(), "");
        if (!text.isEmpty()) {
            setter.accept(setting.parse(setting.name(), text));
        }
    }

    /**
     * Returns the value of a setting.
     *
     * @param fallback the value of a setting that is not set
     * @throws io.pq2.exception.InvalidDataException if the setting does not accept its text
     */
    public <T> T get(Setting<T> setting, T fallback) {
        String text = configuration.getTrimmed(setting.name(), "");
        return text.isEmpty() ? fallback : setting.parse(setting.name(), text);
    }

    /**
     * Passes the values of a setting for single columns to a consumer, with the column's dotted path.
     *
     * @throws io.pq2.exception.InvalidDataException if the setting does not accept a text
     */
    public <T> void byColumn(Setting<T> setting, BiConsumer<String, ? super T> setter) {
        String prefix = setting.name() + Setting.SEPARATOR;
        Map<String, String> texts = new TreeMap<>(configuration.getPropsWithPrefix(prefix));
        texts.forEach((column, text) -> {
            if (text != null && !text.isBlank()) {
                setter.accept(column, setting.parse(prefix + column, text));
            }
        });
    }
}
