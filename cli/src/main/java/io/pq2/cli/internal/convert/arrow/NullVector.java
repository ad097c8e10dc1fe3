package io.pq2.cli.internal.convert.arrow;

import io.pq2.cli.internal.convert.ValueTarget;
import io.pq2.schema.Shape;

/** Nulls, which have no bytes in the file. */
final class NullVector extends ArrowVector {

    NullVector(int length) {
        super(length, null);
    }

    @Override
    boolean isNull(int index) {
        return true;
    }

    @Override
    void copyPresent(int index, Shape shape, ValueTarget target) {
        throw new IllegalStateException("all values are null");
    }
}
