package io.pq2.internal.predicate.prune;

import io.pq2.internal.predicate.prune.FilterTable.Value;
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
import io.pq2.vector.LongVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The rows of a {@link FilterTable} as vectors, with or without dictionaries, in arrays with or without spare capacity.
 */
public final class FilterBatch {

    private final Random random;
    private final FilterTable table;
    private final int rows;

    public FilterBatch(FilterTable table, Random random) {
        this.random = random;
        this.table = table;
        this.rows = table.rows();
    }

    private FilterBatch(List<Value> values, Random random) {
        this.random = random;
        this.table = null;
        this.rows = values.size();
    }

    public Batch batch(Shape.Struct shape) {
        return new Batch(
                rows,
                shape.children().stream()
                        .map(child -> vector(child, List.of(child.name())))
                        .toList());
    }

    /** Returns the values of a column that are not null, possibly with repetitions. */
    Vector dictionary(Column column) {
        List<Value> values = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            if (table.value(column, row) != null) {
                values.add(table.value(column, row));
            }
        }
        Vector entries = new FilterBatch(values, random).vector(column, values, null);
        return entries instanceof DictionaryVector encoded ? encoded.dictionary() : entries;
    }

    private Vector vector(Shape shape, List<String> path) {
        if (shape instanceof Shape.Leaf leaf) {
            return vector(leaf.column());
        }
        List<Vector> children = ((Shape.Struct) shape)
                .children().stream()
                        .map(child -> vector(child, childPath(path, child)))
                        .toList();
        long[] validity = new long[Validity.words(rows)];
        for (int row = 0; row < rows; row++) {
            Validity.fill(validity, row, row + 1, table.isPresent(path, row));
        }
        return new StructVector(rows, children, validity);
    }

    private static List<String> childPath(List<String> path, Shape child) {
        List<String> longer = new ArrayList<>(path);
        longer.add(child.name());
        return longer;
    }

    private Vector vector(Column column) {
        List<Value> values = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            values.add(table.value(column, row));
        }
        long[] validity = null;
        if (values.contains(null) || random.nextBoolean()) {
            validity = new long[Validity.words(rows)];
            for (int row = 0; row < rows; row++) {
                Validity.fill(validity, row, row + 1, values.get(row) != null);
            }
            if ((rows & 63) != 0 && random.nextBoolean()) {
                validity[validity.length - 1] |= -1L << rows;
            }
        }
        return vector(column, values, validity);
    }

    static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private Vector vector(Column column, List<Value> values, long[] validity) {
        int capacity = rows + random.nextInt(2) * 64;
        switch (column.field().physicalType()) {
            case BOOLEAN -> {
                boolean[] array = new boolean[capacity];
                each(values, (row, bytes) -> array[row] = bytes[0] == 1);
                return new BooleanVector(rows, array, validity);
            }
            case INT32 -> {
                int[] array = new int[capacity];
                each(values, (row, bytes) -> array[row] = little(bytes).getInt());
                return new IntVector(rows, array, validity);
            }
            case INT64 -> {
                long[] array = new long[capacity];
                each(values, (row, bytes) -> array[row] = little(bytes).getLong());
                return new LongVector(rows, array, validity);
            }
            case FLOAT -> {
                float[] array = new float[capacity];
                each(values, (row, bytes) -> array[row] = little(bytes).getFloat());
                return new FloatVector(rows, array, validity);
            }
            case DOUBLE -> {
                double[] array = new double[capacity];
                each(values, (row, bytes) -> array[row] = little(bytes).getDouble());
                return new DoubleVector(rows, array, validity);
            }
            default -> {
                int width = column.field().physicalType() == io.pq2.schema.PhysicalType.BYTE_ARRAY
                        ? -1
                        : column.field().physicalType() == io.pq2.schema.PhysicalType.INT96
                                ? 12
                                : column.field().typeLength();
                List<byte[]> slots = new ArrayList<>();
                values.forEach(value -> slots.add(value == null ? new byte[Math.max(0, width)] : value.plain()));
                return random.nextBoolean()
                        ? dictionary(slots, values, width, validity)
                        : bytes(slots, width, validity);
            }
        }
    }

    private interface Setter {
        void set(int row, byte[] bytes);
    }

    private static void each(List<Value> values, Setter setter) {
        for (int row = 0; row < values.size(); row++) {
            if (values.get(row) != null) {
                setter.set(row, values.get(row).plain());
            }
        }
    }

    private Vector dictionary(List<byte[]> slots, List<Value> values, int width, long[] validity) {
        List<byte[]> entries = new ArrayList<>();
        int[] ids = new int[rows + random.nextInt(2) * 64];
        Arrays.fill(ids, rows, ids.length, Integer.MAX_VALUE);
        for (int row = 0; row < rows; row++) {
            byte[] slot = slots.get(row);
            if (values.get(row) != null) {
                int id = 0;
                while (id < entries.size() && !Arrays.equals(entries.get(id), slot)) {
                    id++;
                }
                if (id == entries.size()) {
                    entries.add(slot);
                }
                ids[row] = id;
            }
        }
        return new DictionaryVector(rows, ids, bytes(entries, width, null), validity);
    }

    private Vector bytes(List<byte[]> slots, int width, long[] validity) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int offset = random.nextInt(3);
        out.writeBytes(new byte[offset]);
        int[] starts = new int[slots.size()];
        int[] lengths = new int[slots.size()];
        for (int i = 0; i < slots.size(); i++) {
            starts[i] = out.size();
            lengths[i] = slots.get(i).length;
            out.writeBytes(slots.get(i));
        }
        return width < 0
                ? new BinaryVector(slots.size(), out.toByteArray(), starts, lengths, validity)
                : new FixedBinaryVector(slots.size(), width, out.toByteArray(), offset, validity);
    }
}
