package io.pq2.internal.variant.compact;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.variant.MetadataCache;
import io.pq2.internal.variant.Slices;
import io.pq2.internal.variant.ValueWriter;
import io.pq2.variant.VariantType;
import org.jspecify.annotations.Nullable;

/** The variant that is being assembled. Not thread-safe. */
final class Assembly {

    private final boolean unknownAsText;
    private final NameTable table;
    private final ValueWriter values = new ValueWriter();
    private final RowNames names = new RowNames();
    private final MetadataCache<StoredNames> cache;
    private @Nullable Slices metadata;
    private int slot;
    /** The names in the metadata of the slot; absent until needed. */
    private @Nullable StoredNames storedNames;

    /**
     * Creates an assembly without a variant.
     *
     * @param unknownAsText whether values of types that Spark does not know become strings
     */
    Assembly(boolean unknownAsText) {
        this.unknownAsText = unknownAsText;
        NameTable newTable = new NameTable();
        this.table = newTable;
        this.cache = new MetadataCache<>((stored, place) -> new StoredNames(stored, newTable));
    }

    /** Whether values of a type become strings. */
    boolean isText(VariantType type) {
        return unknownAsText && DateTimeText.isUnknown(type);
    }

    /** Returns the names of all variants so far. */
    NameTable table() {
        return table;
    }

    /** Returns the writer of the variant's value. */
    ValueWriter values() {
        return values;
    }

    /** Returns the names of the variant. */
    RowNames names() {
        return names;
    }

    /** Starts a variant. */
    void begin(@Nullable Slices newMetadata, int newSlot) {
        names.begin();
        metadata = newMetadata;
        slot = newSlot;
        storedNames = null;
    }

    /**
     * Returns the names in the stored metadata of the variant.
     *
     * @throws CorruptFileException if it has no metadata, or the bytes are not metadata
     */
    StoredNames storedNames() {
        StoredNames stored = storedNames;
        if (stored == null) {
            Slices slices = metadata;
            if (slices == null) {
                throw new CorruptFileException("VARIANT: there is no column metadata");
            }
            stored = cache.get(slices, slot);
            storedNames = stored;
        }
        return stored;
    }
}
