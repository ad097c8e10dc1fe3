package io.pq2.cli.internal.convert.arrow;

import io.pq2.cli.internal.convert.UnfitValueException;
import io.pq2.cli.internal.convert.ValueTarget;
import io.pq2.schema.Shape;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The values of a column, or of a part of a nested one, in a batch. */
abstract class ArrowVector {

    private final int length;
    /** A bit per value, the lowest first: whether it is present; null if all are. */
    private final @Nullable ByteBuffer validity;

    ArrowVector(int length, @Nullable ByteBuffer validity) {
        this.length = length;
        this.validity = validity;
    }

    final int length() {
        return length;
    }

    boolean isNull(int index) {
        return validity != null
                && (validity.get(validity.position() + index / Byte.SIZE) >> index % Byte.SIZE & 1) == 0;
    }

    /**
     * Copies a value.
     *
     * @param index the index of the value, below the length
     * @param shape the shape of the target
     * @throws UnfitValueException if the shape does not have such values
     */
    final void copy(int index, Shape shape, ValueTarget target) throws UnfitValueException {
        if (!isNull(index)) {
            copyPresent(index, shape, target);
        } else if (shape.nullable()) {
            target.setNull();
        } else {
            throw new UnfitValueException(shape.name(), "the value is null, but the schema requires one");
        }
    }

    /** Copies a value that is not null. */
    abstract void copyPresent(int index, Shape shape, ValueTarget target) throws UnfitValueException;

    /**
     * Returns a shape of a kind.
     *
     * @throws UnfitValueException if it is of another kind
     */
    static <T extends Shape> T expect(Class<T> kind, Shape shape, String found) throws UnfitValueException {
        if (!kind.isInstance(shape)) {
            throw new UnfitValueException(
                    shape.name(), "the file has " + found + ", which the schema does not have at this place");
        }
        return kind.cast(shape);
    }
}
