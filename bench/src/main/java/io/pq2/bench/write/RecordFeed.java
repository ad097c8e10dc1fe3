package io.pq2.bench.write;

import io.pq2.schema.GroupField;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;

/**
 * Passes the rows of batches to parquet-java, value by value and directly from the arrays, which is the fastest way
 * into its row interface. Strings are passed as constant slices, so that parquet-java does not copy them.
 */
final class RecordFeed {

    private final Field[] fields;

    RecordFeed(Shape.Struct row) {
        fields = Field.all(row.children());
    }

    /** Continues with the rows of another batch. */
    void bind(Batch batch) {
        bind(fields, batch.columns());
    }

    private static void bind(Field[] fields, List<Vector> vectors) {
        for (int i = 0; i < fields.length; i++) {
            fields[i].bind(vectors.get(i));
        }
    }

    void write(int row, RecordConsumer consumer) {
        consumer.startMessage();
        for (Field field : fields) {
            field.write(row, consumer);
        }
        consumer.endMessage();
    }

    /** A field of a group; the value is present once or null. */
    private abstract static class Field {

        /** The vector before the first batch. */
        private static final Vector NO_SLOTS = new IntVector(0, new int[0], null);

        private final String name;
        private final int index;
        private Vector vector = NO_SLOTS;

        Field(String name, int index) {
            this.name = name;
            this.index = index;
        }

        static Field[] all(List<Shape> shapes) {
            Field[] fields = new Field[shapes.size()];
            for (int i = 0; i < fields.length; i++) {
                fields[i] = of(shapes.get(i), shapes.get(i).name(), i);
            }
            return fields;
        }

        static Field of(Shape shape, String name, int index) {
            if (shape instanceof Shape.Struct struct) {
                return new Struct(struct, name, index);
            } else if (shape instanceof Shape.Array array) {
                return new Array(array, name, index);
            } else if (shape instanceof Shape.Map map) {
                return new Entries(map, name, index);
            }
            Shape.Leaf leaf = (Shape.Leaf) shape;
            return switch (leaf.column().field().physicalType()) {
                case INT32 -> new Ints(name, index);
                case INT64 -> new Longs(name, index);
                case FLOAT -> new Floats(name, index);
                case DOUBLE -> new Doubles(name, index);
                case BYTE_ARRAY -> new Texts(name, index);
                default -> throw new IllegalArgumentException("unsupported field: " + leaf);
            };
        }

        void bind(Vector slots) {
            vector = slots;
        }

        final void write(int slot, RecordConsumer consumer) {
            if (!vector.isNull(slot)) {
                consumer.startField(name, index);
                writePresent(slot, consumer);
                consumer.endField(name, index);
            }
        }

        abstract void writePresent(int slot, RecordConsumer consumer);
    }

    private static final class Ints extends Field {
        private int[] values = {};

        Ints(String name, int index) {
            super(name, index);
        }

        @Override
        void bind(Vector slots) {
            super.bind(slots);
            values = ((IntVector) slots).values();
        }

        @Override
        void writePresent(int slot, RecordConsumer consumer) {
            consumer.addInteger(values[slot]);
        }
    }

    private static final class Longs extends Field {
        private long[] values = {};

        Longs(String name, int index) {
            super(name, index);
        }

        @Override
        void bind(Vector slots) {
            super.bind(slots);
            values = ((LongVector) slots).values();
        }

        @Override
        void writePresent(int slot, RecordConsumer consumer) {
            consumer.addLong(values[slot]);
        }
    }

    private static final class Floats extends Field {
        private float[] values = {};

        Floats(String name, int index) {
            super(name, index);
        }

        @Override
        void bind(Vector slots) {
            super.bind(slots);
            values = ((FloatVector) slots).values();
        }

        @Override
        void writePresent(int slot, RecordConsumer consumer) {
            consumer.addFloat(values[slot]);
        }
    }

    private static final class Doubles extends Field {
        private double[] values = {};

        Doubles(String name, int index) {
            super(name, index);
        }

        @Override
        void bind(Vector slots) {
            super.bind(slots);
            values = ((DoubleVector) slots).values();
        }

        @Override
        void writePresent(int slot, RecordConsumer consumer) {
            consumer.addDouble(values[slot]);
        }
    }

    private static final class Texts extends Field {
        private byte[] bytes = {};
        private int[] starts = {};
        private int[] lengths = {};

        Texts(String name, int index) {
            super(name, index);
        }

        @Override
        void bind(Vector slots) {
            super.bind(slots);
            BinaryVector values = (BinaryVector) slots;
            bytes = values.bytes();
            starts = values.starts();
            lengths = values.lengths();
        }

        @Override
        void writePresent(int slot, RecordConsumer consumer) {
            consumer.addBinary(Binary.fromConstantByteArray(bytes, starts[slot], lengths[slot]));
        }
    }

    private static final class Struct extends Field {
        private final Field[] children;

        Struct(Shape.Struct struct, String name, int index) {
            super(name, index);
            children = all(struct.children());
        }

        @Override
        void bind(Vector slots) {
            super.bind(slots);
            RecordFeed.bind(children, ((StructVector) slots).children());
        }

        @Override
        void writePresent(int slot, RecordConsumer consumer) {
            consumer.startGroup();
            for (Field child : children) {
                child.write(slot, consumer);
            }
            consumer.endGroup();
        }
    }

    private static final class Array extends Field {
        private final String repeated;
        private final Field element;
        private int[] offsets = {};

        Array(Shape.Array array, String name, int index) {
            super(name, index);
            GroupField entries =
                    (GroupField) ((GroupField) array.field()).fields().get(0);
            repeated = entries.name();
            element = of(array.element(), entries.fields().get(0).name(), 0);
        }

        @Override
        void bind(Vector slots) {
            super.bind(slots);
            offsets = ((ListVector) slots).offsets();
            element.bind(((ListVector) slots).elements());
        }

        @Override
        void writePresent(int slot, RecordConsumer consumer) {
            consumer.startGroup();
            if (offsets[slot] < offsets[slot + 1]) {
                consumer.startField(repeated, 0);
                for (int i = offsets[slot]; i < offsets[slot + 1]; i++) {
                    consumer.startGroup();
                    element.write(i, consumer);
                    consumer.endGroup();
                }
                consumer.endField(repeated, 0);
            }
            consumer.endGroup();
        }
    }

    private static final class Entries extends Field {
        private final String repeated;
        private final Field key;
        private final Field value;
        private int[] offsets = {};

        Entries(Shape.Map map, String name, int index) {
            super(name, index);
            repeated = map.field().fields().get(0).name();
            Shape keys = Objects.requireNonNull(map.key());
            Shape values = Objects.requireNonNull(map.value());
            key = of(keys, keys.name(), 0);
            value = of(values, values.name(), 1);
        }

        @Override
        void bind(Vector slots) {
            super.bind(slots);
            MapVector maps = (MapVector) slots;
            offsets = maps.offsets();
            key.bind(Objects.requireNonNull(maps.keys()));
            value.bind(Objects.requireNonNull(maps.values()));
        }

        @Override
        void writePresent(int slot, RecordConsumer consumer) {
            consumer.startGroup();
            if (offsets[slot] < offsets[slot + 1]) {
                consumer.startField(repeated, 0);
                for (int i = offsets[slot]; i < offsets[slot + 1]; i++) {
                    consumer.startGroup();
                    key.write(i, consumer);
                    value.write(i, consumer);
                    consumer.endGroup();
                }
                consumer.endField(repeated, 0);
            }
            consumer.endGroup();
        }
    }
}
