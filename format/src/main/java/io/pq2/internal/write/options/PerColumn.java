package io.pq2.internal.write.options;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A setting with one value for all columns and others for single columns. Immutable.
 *
 * @param general the value for columns without a value of their own
 * @param byColumn the values of single columns, by dotted path
 */
@SuppressWarnings("NullAway") // NullAway does not track that T may be a nullable type
public record PerColumn<T extends @Nullable Object>(T general, Map<String, T> byColumn) {

    /** Creates a setting with one value for all columns. */
    public static <T extends @Nullable Object> PerColumn<T> all(@Nullable T general) {
        return new PerColumn<>(general, Map.of());
    }

    /** Returns this setting with another value for columns without a value of their own. */
    public PerColumn<T> with(@Nullable T value) {
        return new PerColumn<>(value, byColumn);
    }

    /** Returns this setting with another value for one column. */
    public PerColumn<T> with(String dottedPath, @Nullable T value) {
        Map<String, T> changed = new HashMap<>(byColumn);
        changed.put(Objects.requireNonNull(dottedPath, "dottedPath"), value);
        return new PerColumn<>(general, changed);
    }

    /** Whether a column has a value of its own. */
    public boolean isSet(String dottedPath) {
        return byColumn.containsKey(dottedPath);
    }

    /** Returns the value for a column. */
    public T get(String dottedPath) {
        return byColumn.getOrDefault(dottedPath, general);
    }

    /** Returns the dotted paths of the columns with values of their own, sorted. */
    public Set<String> columns() {
        return new TreeSet<>(byColumn.keySet());
    }
}
