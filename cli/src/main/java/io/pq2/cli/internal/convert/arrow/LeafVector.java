package io.pq2.cli.internal.convert.arrow;

import io.pq2.cli.internal.convert.UnfitValueException;
import io.pq2.cli.internal.convert.ValueTarget;
import io.pq2.schema.Shape;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Values without parts. */
final class LeafVector extends ArrowVector {

    private final IntFunction<Object> values;

    /** @param values returns the Java value of an index, as records accept it */
    LeafVector(int length, @Nullable ByteBuffer validity, IntFunction<Object> values) {
        super(length, validity);
        this.values = values;
    }

    @Override
    void copyPresent(int index, Shape shape, ValueTarget target) throws UnfitValueException {
        expect(Shape.Leaf.class, shape, "a value without parts");
        try {
            target.set(values.apply(index));
        } catch (DateTimeException | ArithmeticException e) {
            throw new UnfitValueException(shape.name(), "the value is out of range: " + e.getMessage());
        }
    }
}
