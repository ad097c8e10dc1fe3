package io.pq2.internal.variant.compact;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.variant.Slices;
import io.pq2.internal.variant.ValueWriter;
import io.pq2.schema.Shape;
import io.pq2.vector.ListVector;
import io.pq2.vector.StructVector;
import org.jspecify.annotations.Nullable;

/** A {@code typed_value} of arrays with shredded elements. */
final class CompactArray implements CompactColumn {

    private final ListVector lists;
    private final CompactPair element;

    CompactArray(Shape.Array shape, ListVector lists, NameTable names) {
        if (!(shape.element() instanceof Shape.Struct group)) {
            throw new CorruptFileException(
                    "VARIANT: the elements of typed_value are not groups with value and typed_value");
        }
        this.lists = lists;
        this.element = new CompactPair(group, (StructVector) lists.elements(), names);
    }

    @Override
    public boolean isNull(int slot) {
        return lists.isNull(slot);
    }

    @Override
    public void append(int slot, @Nullable Slices rest, Assembly out) {
        ValueWriter.Frame frame = out.values().begin();
        for (int i = lists.offsets()[slot]; i < lists.offsets()[slot + 1]; i++) {
            out.values().item(frame, -1);
            element.append(i, out);
        }
        out.values().endArray(frame);
    }
}
