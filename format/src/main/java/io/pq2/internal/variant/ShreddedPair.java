package io.pq2.internal.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Shape;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The columns {@code value} and {@code typed_value} of a variant, an object field or an array element. */
public final class ShreddedPair {

    private static final String VALUE = "value";
    private static final String TYPED_VALUE = "typed_value";

    private final StructVector group;
    /** Absent when there is no such column. */
    private final @Nullable Slices values;
    /** Absent when there is no such column. */
    private final @Nullable TypedColumn typed;

    private ShreddedPair(StructVector group, @Nullable Slices values, @Nullable TypedColumn typed) {
        this.group = group;
        this.values = values;
        this.typed = typed;
    }

    /** Binds the vectors of a group that has at least one of the two columns. */
    public static ShreddedPair of(Shape.Struct shape, StructVector group) {
        int value = shape.indexOf(VALUE);
        int typed = shape.indexOf(TYPED_VALUE);
        if (value < 0 && typed < 0) {
            throw new CorruptFileException("VARIANT: group " + shape.name() + " has neither value nor typed_value");
        }
        if (value >= 0 && !isBinary(shape.children().get(value))) {
            throw new CorruptFileException("VARIANT: value in group " + shape.name() + " is not of type BYTE_ARRAY");
        }
        return new ShreddedPair(
                group,
                value < 0 ? null : Slices.of(group.children().get(value)),
                typed < 0
                        ? null
                        : TypedColumn.of(
                                shape.children().get(typed), group.children().get(typed)));
    }

    public static boolean isBinary(Shape shape) {
        return shape instanceof Shape.Leaf leaf && leaf.column().field().physicalType() == PhysicalType.BYTE_ARRAY;
    }

    /** Returns the column {@code value}. It exists if there is no {@code typed_value}. */
    public Vector valueVector() {
        return Objects.requireNonNull(values, "there is no column value").vector();
    }

    /** Whether all variants are in {@code value}. */
    public boolean isUnshredded() {
        return typed == null;
    }

    /** Returns the value of column {@code value}; absent when it is null. */
    public @Nullable EncodedValue value(int slot) {
        return values == null || values.isNull(slot) ? null : values.value(slot);
    }

    /**
     * Appends the variant of a slot.
     *
     * @return false if the variant is missing; nothing is appended then
     */
    public boolean append(int slot, EncodedNames names, ValueWriter out) {
        if (group.isNull(slot)) {
            return false;
        }
        EncodedValue value = value(slot);
        if (typed != null && !typed.isNull(slot)) {
            typed.append(slot, value, names, out);
            return true;
        }
        if (value != null) {
            out.putEncoded(value);
            return true;
        }
        return false;
    }
}
