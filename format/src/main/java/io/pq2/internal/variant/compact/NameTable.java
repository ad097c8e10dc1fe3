package io.pq2.internal.variant.compact;

import java.util.HashMap;
import java.util.Map;

/** The names of the fields of a column's variants. Not thread-safe. */
final class NameTable {

    private final Map<String, FieldName> names = new HashMap<>();

    FieldName get(String text) {
        FieldName name = names.get(text);
        if (name == null) {
            name = new FieldName(names.size(), text);
            names.put(text, name);
        }
        return name;
    }

    int size() {
        return names.size();
    }
}
