package io.pq2.internal.variant.compact;

import io.pq2.internal.variant.EncodedNames;
import org.jspecify.annotations.Nullable;

/** The names in stored metadata. Not thread-safe. */
final class StoredNames {

    /** A name of larger metadata is looked up each time, so that the cache of metadata stays small. */
    private static final int MAX_KNOWN = 4096;

    private final EncodedNames names;
    private final NameTable table;
    private final @Nullable FieldName[] known;

    StoredNames(EncodedNames names, NameTable table) {
        this.names = names;
        this.table = table;
        this.known = new FieldName[names.size() <= MAX_KNOWN ? names.size() : 0];
    }

    /**
     * Returns the name with an id.
     *
     * @throws io.pq2.exception.CorruptFileException if there is no such id, or its offsets are invalid
     */
    FieldName get(int id) {
        if (id < 0 || id >= known.length) {
            return table.get(names.name(id));
        }
        FieldName name = known[id];
        if (name == null) {
            name = table.get(names.name(id));
            known[id] = name;
        }
        return name;
    }
}
