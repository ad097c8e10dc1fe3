package io.pq2.internal.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.variant.VariantType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path from encoded values to values in them. It finds fields by the ids of their names, which it looks up once for
 * each metadata, so that the order of fields does not matter. Not thread-safe.
 */
public final class EncodedPath {

    /** The id of a name that metadata does not have. */
    private static final int NONE = -1;

    /** The id of a name that metadata has twice, which the specification forbids. */
    private static final int SEVERAL = -2;

    private final PathStep[] steps;
    private final MetadataCache<int[]> ids;

    public EncodedPath(List<PathStep> steps) {
        this.steps = steps.toArray(PathStep[]::new);
        this.ids = new MetadataCache<>((names, slot) -> ids(names));
    }

    private int[] ids(EncodedNames names) {
        int[] found = new int[steps.length];
        for (int i = 0; i < steps.length; i++) {
            found[i] = steps[i] instanceof PathStep.Field field ? id(names, field.utf8()) : NONE;
        }
        return found;
    }

    private static int id(EncodedNames names, byte[] name) {
        int found = NONE;
        for (int id = 0; id < names.size(); id++) {
            if (names.isEqual(id, name)) {
                found = found == NONE ? id : SEVERAL;
            }
        }
        return found;
    }

    /** Whether the path leads to the value itself. */
    public boolean isEmpty() {
        return steps.length == 0;
    }

    /**
     * Returns the value at the path; absent if there is none.
     *
     * @param root the value at the start of the path
     * @param metadata the metadata of a batch
     * @param slot the slot of the value's metadata
     * @throws CorruptFileException if the bytes violate the encoding, or metadata has a name of the path twice
     */
    public @Nullable EncodedValue find(EncodedValue root, Slices metadata, int slot) {
        if (steps.length == 0) {
            return root;
        }
        if (metadata.isNull(slot)) {
            throw new CorruptFileException("VARIANT: metadata is null");
        }
        int[] known = ids.get(metadata, slot);
        EncodedValue at = root;
        for (int i = 0; i < steps.length; i++) {
            int index =
                    steps[i] instanceof PathStep.Element element ? element(at, element.index()) : field(at, known[i]);
            if (index < 0) {
                return null;
            }
            at = at.child(index);
        }
        return at;
    }

    private static int element(EncodedValue array, int index) {
        return array.type() == VariantType.ARRAY && index < array.count() ? index : NONE;
    }

    private static int field(EncodedValue object, int id) {
        if (id == SEVERAL) {
            throw new CorruptFileException("VARIANT metadata: a name occurs twice");
        }
        if (id != NONE && object.type() == VariantType.OBJECT) {
            for (int i = 0; i < object.count(); i++) {
                if (object.fieldId(i) == id) {
                    return i;
                }
            }
        }
        return NONE;
    }
}
