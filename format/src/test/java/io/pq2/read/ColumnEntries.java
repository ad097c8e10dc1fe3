package io.pq2.read;

import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Converts batches back to the entries of their columns: repetition level, definition level and value. */
public final class ColumnEntries {

    /**
     * An entry of a column.
     *
     * @param value null, a boxed number or boolean, or a ByteBuffer; floating-point numbers as the Integer or Long of
     *     their bits
     */
    public record Entry(int repetitionLevel, int definitionLevel, Object value) {}

    private final Column column;
    private final List<Entry> entries = new ArrayList<>();

    private ColumnEntries(Column column) {
        this.column = column;
    }

    /** Returns the entries of a column in all rows of a batch. */
    public static List<Entry> column(Batch batch, Shape.Struct shape, Column column) {
        ColumnEntries columnEntries = new ColumnEntries(column);
        int child = columnEntries.childWith(shape);
        for (int row = 0; row < batch.rowCount(); row++) {
            columnEntries.slot(shape.children().get(child), batch.columns().get(child), row, 0);
        }
        return columnEntries.entries;
    }

    private int childWith(Shape.Struct struct) {
        for (int i = 0; i < struct.children().size(); i++) {
            if (contains(struct.children().get(i))) {
                return i;
            }
        }
        throw new IllegalArgumentException("no column " + column.dottedPath());
    }

    private boolean contains(Shape shape) {
        List<Column> leaves = new ArrayList<>();
        shape.collectColumns(leaves);
        return leaves.contains(column);
    }

    private void slot(Shape shape, Vector vector, int slot, int repetition) {
        if (vector.isNull(slot)) {
            entries.add(new Entry(repetition, shape.definitionLevel() - 1, null));
        } else if (shape instanceof Shape.Struct struct) {
            int child = childWith(struct);
            Vector childVector = ((StructVector) vector).children().get(child);
            slot(struct.children().get(child), childVector, slot, repetition);
        } else if (shape instanceof Shape.Array array) {
            ListVector list = (ListVector) vector;
            elements(array, array.element(), list.elements(), list.offsets(), slot, repetition);
        } else if (shape instanceof Shape.Map map) {
            MapVector entry = (MapVector) vector;
            boolean inKey = map.key() != null && contains(map.key());
            elements(
                    map,
                    inKey ? map.key() : map.value(),
                    inKey ? entry.keys() : entry.values(),
                    entry.offsets(),
                    slot,
                    repetition);
        } else {
            entries.add(new Entry(repetition, shape.definitionLevel(), value(vector, slot)));
        }
    }

    private void elements(Shape list, Shape element, Vector elements, int[] offsets, int slot, int repetition) {
        if (offsets[slot] == offsets[slot + 1]) {
            entries.add(new Entry(repetition, list.definitionLevel(), null));
        }
        for (int i = offsets[slot]; i < offsets[slot + 1]; i++) {
            slot(element, elements, i, i == offsets[slot] ? repetition : list.repetitionLevel() + 1);
        }
    }

    /** Returns a value as in {@link Entry}. */
    static Object value(Vector vector, int slot) {
        if (vector instanceof BooleanVector booleans) {
            return booleans.values()[slot];
        } else if (vector instanceof IntVector ints) {
            return ints.values()[slot];
        } else if (vector instanceof LongVector longs) {
            return longs.values()[slot];
        } else if (vector instanceof FloatVector floats) {
            return Float.floatToRawIntBits(floats.values()[slot]);
        } else if (vector instanceof DoubleVector doubles) {
            return Double.doubleToRawLongBits(doubles.values()[slot]);
        } else if (vector instanceof BinaryVector slices) {
            return copy(slices.bytes(), slices.starts()[slot], slices.lengths()[slot]);
        } else if (vector instanceof FixedBinaryVector fixed) {
            return copy(fixed.bytes(), fixed.offset() + slot * fixed.width(), fixed.width());
        } else if (vector instanceof DictionaryVector encoded) {
            return value(encoded.dictionary(), encoded.ids()[slot]);
        }
        throw new IllegalArgumentException("not a vector of values: " + vector.getClass());
    }

    private static ByteBuffer copy(byte[] bytes, int start, int length) {
        byte[] copy = new byte[length];
        System.arraycopy(bytes, start, copy, 0, length);
        return ByteBuffer.wrap(copy);
    }
}
