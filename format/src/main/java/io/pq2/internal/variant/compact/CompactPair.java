package io.pq2.internal.variant.compact;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.variant.ShreddedPair;
import io.pq2.internal.variant.Slices;
import io.pq2.schema.Shape;
import io.pq2.vector.StructVector;
import org.jspecify.annotations.Nullable;

/** The columns {@code value} and {@code typed_value} of a variant, an object field or an array element. */
final class CompactPair {

    /** Absent when there is no such column. */
    private final @Nullable Slices values;
    /** Absent when there is no such column. */
    private final @Nullable CompactColumn typed;

    CompactPair(Shape.Struct shape, StructVector group, NameTable names) {
        int value = shape.indexOf("value");
        int typedValue = shape.indexOf("typed_value");
        if (value < 0 && typedValue < 0) {
            throw new CorruptFileException("VARIANT: group " + shape.name() + " has neither value nor typed_value");
        }
        if (value >= 0 && !ShreddedPair.isBinary(shape.children().get(value))) {
            throw new CorruptFileException("VARIANT: value in group " + shape.name() + " is not of type BYTE_ARRAY");
        }
        values = value < 0 ? null : Slices.of(group.children().get(value));
        typed = typedValue < 0
                ? null
                : CompactColumn.of(
                        shape.children().get(typedValue), group.children().get(typedValue), names);
    }

    /** Whether both columns are null. */
    boolean isMissing(int slot) {
        return (typed == null || typed.isNull(slot)) && (values == null || values.isNull(slot));
    }

    /** Appends the variant of a slot. A missing variant becomes null. */
    void append(int slot, Assembly out) {
        if (typed != null && !typed.isNull(slot)) {
            typed.append(slot, values, out);
        } else if (values != null && !values.isNull(slot)) {
            EncodedCopy.append(values.value(slot), out, 0);
        } else {
            out.values().putNull();
        }
    }
}
