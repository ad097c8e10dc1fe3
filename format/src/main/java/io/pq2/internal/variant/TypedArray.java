package io.pq2.internal.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.schema.Shape;
import io.pq2.vector.ListVector;
import io.pq2.vector.StructVector;
import org.jspecify.annotations.Nullable;

/** A {@code typed_value} of arrays with shredded elements. */
final class TypedArray implements TypedColumn {

    private final ListVector lists;
    private final ShreddedPair element;

    TypedArray(Shape.Array shape, ListVector lists) {
        if (!(shape.element() instanceof Shape.Struct group)) {
            throw new CorruptFileException(
                    "VARIANT: the elements of typed_value are not groups with value and typed_value");
        }
        this.lists = lists;
        this.element = ShreddedPair.of(group, (StructVector) lists.elements());
    }

    @Override
    public boolean isNull(int slot) {
        return lists.isNull(slot);
    }

    /** Appends an array. A missing element becomes null. */
    @Override
    public void append(int slot, @Nullable EncodedValue value, EncodedNames names, ValueWriter out) {
        TypedColumn.checkAlone(value);
        ValueWriter.Frame frame = out.begin();
        for (int i = lists.offsets()[slot]; i < lists.offsets()[slot + 1]; i++) {
            out.item(frame, -1);
            if (!element.append(i, names, out)) {
                out.putNull();
            }
        }
        out.endArray(frame);
    }
}
