package io.pq2.hadoop.internal.options;

import io.pq2.exception.InvalidDataException;

/**
 * A setting of pq2.
 *
 * @param name the key without a column, such as {@code pq2.read.tailBytes}
 * @param type the type of the value
 * @param suffix what may follow the name
 * @param section the section of the documentation
 * @param fallback the default as the documentation has it, in Markdown; empty if there is none
 * @param text what the setting does, in Markdown
 */
public record Setting<T>(String name, ValueType<T> type, Suffix suffix, Section section, String fallback, String text) {

    /** Separates the name from the dotted path of a column, or the name of an output. */
    public static final char SEPARATOR = '#';

    /**
     * Returns the value of a text.
     *
     * @param key the key with its column, for errors
     * @throws InvalidDataException if the setting does not accept the text; the message begins with the key
     */
    public T parse(String key, String text) {
        return type.parse(key, text);
    }
}
