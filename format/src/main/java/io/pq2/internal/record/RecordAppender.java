package io.pq2.internal.record;

import io.pq2.record.ListValue;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import io.pq2.schema.Repetition;
import io.pq2.schema.Shape;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.BooleanVectorBuilder;
import io.pq2.vector.DoubleVectorBuilder;
import io.pq2.vector.FixedBinaryVectorBuilder;
import io.pq2.vector.FloatVectorBuilder;
import io.pq2.vector.IntVectorBuilder;
import io.pq2.vector.ListVectorBuilder;
import io.pq2.vector.LongVectorBuilder;
import io.pq2.vector.MapVectorBuilder;
import io.pq2.vector.StructVectorBuilder;
import io.pq2.vector.VectorBuilder;
import java.util.List;

/** Appends the cells of records to vector builders. */
public final class RecordAppender {

    private RecordAppender() {}

    /** Appends each field of a record to the builder of the field. */
    public static void append(List<Shape> shapes, List<VectorBuilder> targets, RecordValue record) {
        Cells cells = RecordStorage.of(record);
        for (int i = 0; i < shapes.size(); i++) {
            append(shapes.get(i), targets.get(i), cells, i);
        }
    }

    private static void append(Shape shape, VectorBuilder target, Cells cells, int cell) {
        if (cells.isNull(cell)) {
            appendNull(shape, target);
        } else if (target instanceof IntVectorBuilder ints) {
            ints.append((int) cells.scalar(cell));
        } else if (target instanceof LongVectorBuilder longs) {
            longs.append(cells.scalar(cell));
        } else if (target instanceof BinaryVectorBuilder binaries) {
            byte[] value = (byte[]) cells.object(cell);
            binaries.append(value, 0, value.length);
        } else if (target instanceof DoubleVectorBuilder doubles) {
            doubles.append(Double.longBitsToDouble(cells.scalar(cell)));
        } else if (target instanceof FloatVectorBuilder floats) {
            floats.append(Float.intBitsToFloat((int) cells.scalar(cell)));
        } else if (target instanceof BooleanVectorBuilder booleans) {
            booleans.append(cells.scalar(cell) != 0);
        } else if (target instanceof FixedBinaryVectorBuilder fixed) {
            fixed.append((byte[]) cells.object(cell), 0);
        } else {
            appendNested(shape, target, cells.object(cell));
        }
    }

    private static void appendNested(Shape shape, VectorBuilder target, Object value) {
        if (shape instanceof Shape.Struct struct) {
            StructVectorBuilder fields = (StructVectorBuilder) target;
            List<Shape> children = struct.children();
            Cells cells = RecordStorage.of((RecordValue) value);
            for (int i = 0; i < children.size(); i++) {
                append(children.get(i), fields.child(i), cells, i);
            }
            fields.append();
        } else if (shape instanceof Shape.Array) {
            ListVectorBuilder list = (ListVectorBuilder) target;
            appendAll((ListValue) value, list.element());
            list.append();
        } else {
            MapVectorBuilder map = (MapVectorBuilder) target;
            MapValue entries = (MapValue) value;
            RecordStorage.checkSizes(entries, (Shape.Map) shape);
            appendAll(entries.keys(), map.key());
            if (map.value() != null) {
                appendAll(entries.values(), map.value());
            }
            map.append();
        }
    }

    private static void appendAll(ListValue values, VectorBuilder target) {
        Cells cells = RecordStorage.of(values);
        for (int i = 0; i < values.size(); i++) {
            append(values.element(), target, cells, i);
        }
    }

    private static void appendNull(Shape shape, VectorBuilder target) {
        if (shape instanceof Shape.Array array && array.field().repetition() == Repetition.REPEATED) {
            // A repeated field cannot be null: without values it is an empty list.
            ((ListVectorBuilder) target).append();
        } else {
            target.appendNull();
        }
    }
}
