package io.pq2.internal.variant.compact;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.variant.EncodedPath;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.internal.variant.PathStep;
import io.pq2.internal.variant.ShreddedPair;
import io.pq2.internal.variant.Slices;
import io.pq2.schema.Shape;
import io.pq2.variant.VariantType;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The place of a part of variants in the columns of a variant. Not thread-safe. */
public final class VariantPlace {

    private final int[] groups;
    private final Shape.Struct level;
    /** The path from the values of the level to the part; absent if the part is all that the level has. */
    private final @Nullable EncodedPath rest;

    private VariantPlace(int[] groups, Shape.Struct level, @Nullable EncodedPath rest) {
        this.groups = groups;
        this.level = level;
        this.rest = rest;
    }

    /** Returns the place of whole variants. */
    public static VariantPlace whole(Shape.Struct variant) {
        return new VariantPlace(new int[0], variant, null);
    }

    /**
     * Returns the place of a shredded field.
     *
     * @param groups the indexes of the children that lead from the variant to {@code level}
     * @param level the group of {@code value} and {@code typed_value} of the field
     */
    public static VariantPlace shredded(int[] groups, Shape.Struct level) {
        return new VariantPlace(groups, level, null);
    }

    /**
     * Returns a place in encoded values.
     *
     * @param groups the indexes of the children that lead from the variant to {@code level}
     * @param level a group with a column {@code value}
     * @param rest the steps from the values of this column to the part, at least one
     */
    public static VariantPlace encoded(int[] groups, Shape.Struct level, List<PathStep> rest) {
        return new VariantPlace(groups, level, new EncodedPath(rest));
    }

    /** Returns the parts of a batch. */
    CompactPart bind(StructVector variants, @Nullable Slices metadata, NameTable names) {
        StructVector group = variants;
        for (int index : groups) {
            group = (StructVector) group.children().get(index);
        }
        EncodedPath path = rest;
        if (path != null) {
            return encoded(group, metadata, path);
        }
        CompactPair pair = new CompactPair(level, group, names);
        if (groups.length == 0) {
            return (slot, out) -> {
                pair.append(slot, out);
                return true;
            };
        }
        return (slot, out) -> {
            boolean isPresent = !pair.isMissing(slot);
            if (isPresent) {
                pair.append(slot, out);
            }
            return isPresent;
        };
    }

    private CompactPart encoded(StructVector group, @Nullable Slices metadata, EncodedPath path) {
        int value = level.indexOf("value");
        if (!ShreddedPair.isBinary(level.children().get(value))) {
            throw new CorruptFileException("VARIANT: value in group " + level.name() + " is not of type BYTE_ARRAY");
        }
        if (metadata == null) {
            throw new CorruptFileException("VARIANT: there is no column metadata");
        }
        Slices values = Slices.of(group.children().get(value));
        int typedIndex = level.indexOf("typed_value");
        Vector typed = typedIndex < 0 ? null : group.children().get(typedIndex);
        return (slot, out) -> {
            if (values.isNull(slot)) {
                return false;
            }
            EncodedValue root = values.value(slot);
            if (typed != null && !typed.isNull(slot) && root.type() != VariantType.OBJECT) {
                throw new CorruptFileException(
                        "VARIANT: value of type " + root.type() + " in addition to a typed_value");
            }
            EncodedValue found = path.find(root, metadata, slot);
            if (found != null) {
                EncodedCopy.append(found, out, 0);
            }
            return found != null;
        };
    }
}
