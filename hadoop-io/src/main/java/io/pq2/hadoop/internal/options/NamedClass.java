package io.pq2.hadoop.internal.options;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.exception.DisplayText;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Loads classes that settings name. Unlike Hadoop's own methods, these do not run the static initializers of a class
 * before its type is checked, so a setting cannot run code of any class on the class path.
 */
public final class NamedClass {

    private NamedClass() {}

    /** Returns a class that is not initialized; null if there is none. */
    static @Nullable Class<?> orNull(Configuration configuration, String name) {
        try {
            return Class.forName(name, false, configuration.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /**
     * Returns the class that a setting names. It is not initialized.
     *
     * @param key a setting that has a value
     * @param type the class or interface that the class extends or implements
     * @throws InvalidDataException if there is no such class, or it is of another type
     */
    public static <T> Class<? extends T> of(Configuration configuration, String key, Class<T> type) {
        String name = configuration.getTrimmed(key, "");
        Class<?> found = orNull(configuration, name);
        if (found == null) {
            throw new InvalidDataException(
                    key + " is " + DisplayText.name(name) + ", which is no class on the class path");
        }
        if (!type.isAssignableFrom(found)) {
            throw new InvalidDataException(key + " is " + DisplayText.name(name) + ", which is no " + type.getName());
        }
        return found.asSubclass(type);
    }
}
