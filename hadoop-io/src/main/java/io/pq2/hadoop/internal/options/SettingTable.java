package io.pq2.hadoop.internal.options;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The settings of a section, in the order of their documentation. Filled while its class is loaded. */
final class SettingTable {

    private final Section section;
    private final List<Setting<?>> settings = new ArrayList<>();

    SettingTable(Section section) {
        this.section = section;
    }

    /** Adds a setting; the parameters are those of {@link Setting}. */
    <T> Setting<T> add(String name, ValueType<T> type, Suffix suffix, String fallback, String text) {
        Setting<T> setting = new Setting<>(name, type, suffix, section, fallback, text);
        settings.add(setting);
        return setting;
    }

    List<Setting<?>> settings() {
        return Collections.unmodifiableList(settings);
    }
}
