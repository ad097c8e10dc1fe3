package io.pq2.cli.internal.convert.arrow;

import io.pq2.cli.internal.convert.FieldTarget;
import io.pq2.cli.internal.convert.UnfitValueException;
import io.pq2.cli.internal.convert.ValueTarget;
import io.pq2.record.RecordValue;
import io.pq2.schema.Shape;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Structs: a value of each child. */
final class StructVector extends ArrowVector {

    private final List<String> names;
    private final List<ArrowVector> children;

    StructVector(int length, @Nullable ByteBuffer validity, List<String> names, List<ArrowVector> children) {
        super(length, validity);
        this.names = List.copyOf(names);
        this.children = List.copyOf(children);
    }

    @Override
    void copyPresent(int index, Shape shape, ValueTarget target) throws UnfitValueException {
        expect(Shape.Struct.class, shape, "a struct");
        RecordValue struct = target.struct();
        copy(names, children, index, struct);
    }

    ArrowVector child(int index) {
        return children.get(index);
    }

    /** Copies the values of an index to the fields of a record with the same names. */
    static void copy(List<String> names, List<ArrowVector> vectors, int index, RecordValue record)
            throws UnfitValueException {
        List<Shape> shapes = record.shape().children();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            int field = i < shapes.size() && shapes.get(i).name().equals(name)
                    ? i
                    : record.shape().indexOf(name);
            if (field < 0) {
                throw new UnfitValueException(name, "the schema has no such field; add it");
            }
            vectors.get(i).copy(index, shapes.get(field), new FieldTarget(record, field));
        }
    }
}
