package io.pq2.cli.internal.convert.arrow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column, or a part of a nested one.
 *
 * @param nullable whether values can be null
 * @param type the type of the values, also if they are dictionary-encoded
 * @param extension the name of the extension type; empty if there is none
 * @param dictionary what the indexes refer to; null if values are not dictionary-encoded
 */
record ArrowField(
        String name,
        boolean nullable,
        ArrowType type,
        String extension,
        List<ArrowField> children,
        @Nullable Dictionary dictionary) {

    /** The key of the metadata that has the name of an extension type. */
    static final String EXTENSION_NAME = "ARROW:extension:name";

    static final String UUID = "arrow.uuid";
    static final String JSON = "arrow.json";

    /**
     * A reference to a dictionary.
     *
     * @param id the number of the dictionary
     * @param indexType the type of the indexes
     */
    record Dictionary(long id, ArrowType.Int indexType) {}

    /** Returns this field with its values in place of indexes, as dictionaries have them. */
    ArrowField decoded() {
        return new ArrowField(name, true, type, extension, children, null);
    }
}
