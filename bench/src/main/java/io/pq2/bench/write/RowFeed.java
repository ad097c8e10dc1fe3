package io.pq2.bench.write;

import io.pq2.record.BatchBuilder;
import io.pq2.vector.Batch;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.DoubleVectorBuilder;
import io.pq2.vector.FloatVector;
import io.pq2.vector.FloatVectorBuilder;
import io.pq2.vector.IntVector;
import io.pq2.vector.IntVectorBuilder;
import io.pq2.vector.ListVector;
import io.pq2.vector.ListVectorBuilder;
import io.pq2.vector.LongVector;
import io.pq2.vector.LongVectorBuilder;
import io.pq2.vector.MapVector;
import io.pq2.vector.MapVectorBuilder;
import io.pq2.vector.StructVector;
import io.pq2.vector.StructVectorBuilder;
import io.pq2.vector.Vector;
import io.pq2.vector.VectorBuilder;
import java.util.Objects;

/** Appends the rows of batches to a batch builder, value by value: the counterpart of {@link RecordFeed} for pq2. */
final class RowFeed {

    private final BatchBuilder target;
    private final Field[] fields;

    RowFeed(BatchBuilder target) {
        this.target = target;
        fields = new Field[target.columnCount()];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = Field.of(target.column(i));
        }
    }

    /** Continues with the rows of another batch. */
    void bind(Batch batch) {
        for (int i = 0; i < fields.length; i++) {
            fields[i].bind(batch.columns().get(i));
        }
    }

    void append(int row) {
        for (Field field : fields) {
            field.append(row);
        }
        target.endRow();
    }

    /** A field with the builder that receives its values. */
    private abstract static class Field {

        /** The vector before the first batch. */
        private static final Vector NO_SLOTS = new IntVector(0, new int[0], null);

        private final VectorBuilder builder;
        private Vector vector = NO_SLOTS;

        Field(VectorBuilder builder) {
            this.builder = builder;
        }

        static Field of(VectorBuilder builder) {
            if (builder instanceof IntVectorBuilder ints) {
                return new Ints(ints);
            } else if (builder instanceof LongVectorBuilder longs) {
                return new Longs(longs);
            } else if (builder instanceof FloatVectorBuilder floats) {
                return new Floats(floats);
            } else if (builder instanceof DoubleVectorBuilder doubles) {
                return new Doubles(doubles);
            } else if (builder instanceof BinaryVectorBuilder texts) {
                return new Texts(texts);
            } else if (builder instanceof StructVectorBuilder struct) {
                return new Struct(struct);
            } else if (builder instanceof ListVectorBuilder list) {
                return new Array(list);
            } else if (builder instanceof MapVectorBuilder map) {
                return new Entries(map);
            }
            throw new IllegalArgumentException("unsupported builder: " + builder);
        }

        void bind(Vector slots) {
            vector = slots;
        }

        final void append(int slot) {
            if (vector.isNull(slot)) {
                builder.appendNull();
            } else {
                appendPresent(slot);
            }
        }

        abstract void appendPresent(int slot);
    }

    private static final class Ints extends Field {
        private final IntVectorBuilder target;
        private int[] values = {};

        Ints(IntVectorBuilder target) {
            super(target);
            this.target = target;
        }

        @Override
        void bind(Vector slots) {
            super.bind(slots);
            values = ((IntVector) slots).values();
        }

        @Override
        void appendPresent(int slot) {
            target.append(values[slot]);
        }
    }

    private static final class Longs extends Field {
        private final LongVectorBuilder target;
        private long[] values = {};

        Longs(LongVectorBuilder target) {
            super(target);
            this.target = target;
        }

        @Override
        void bind(Vector slots) {
            super.bind(slots);
            values = ((LongVector) slots).values();
        }

        @Override
        void appendPresent(int slot) {
            target.append(values[slot]);
        }
    }

    private static final class Floats extends Field {
        private final FloatVectorBuilder target;
        private float[] values = {};

        Floats(FloatVectorBuilder target) {
            super(target);
            this.target = target;
        }

        @Override
        void bind(Vector slots) {
            super.bind(slots);
            values = ((FloatVector) slots).values();
        }

        @Override
        void appendPresent(int slot) {
            target.append(values[slot]);
        }
    }

    private static final class Doubles extends Field {
        private final DoubleVectorBuilder target;
        private double[] values = {};

        Doubles(DoubleVectorBuilder target) {
            super(target);
            this.target = target;
        }

        @Override
        void bind(Vector slots) {
            super.bind(slots);
            values = ((DoubleVector) slots).values();
        }

        @Override
        void appendPresent(int slot) {
            target.append(values[slot]);
        }
    }

    private static final class Texts extends Field {
        private final BinaryVectorBuilder target;
        private byte[] bytes = {};
        private int[] starts = {};
        private int[] lengths = {};

        Texts(BinaryVectorBuilder target) {
            super(target);
            this.target = target;
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
        void appendPresent(int slot) {
            target.append(bytes, starts[slot], lengths[slot]);
        }
    }

    private static final class Struct extends Field {
        private final StructVectorBuilder target;
        private final Field[] children;

        Struct(StructVectorBuilder target) {
            super(target);
            this.target = target;
            children = new Field[target.childCount()];
            for (int i = 0; i < children.length; i++) {
                children[i] = of(target.child(i));
            }
        }

        @Override
        void bind(Vector slots) {
            super.bind(slots);
            for (int i = 0; i < children.length; i++) {
                children[i].bind(((StructVector) slots).children().get(i));
            }
        }

        @Override
        void appendPresent(int slot) {
            for (Field child : children) {
                child.append(slot);
            }
            target.append();
        }
    }

    private static final class Array extends Field {
        private final ListVectorBuilder target;
        private final Field element;
        private int[] offsets = {};

        Array(ListVectorBuilder target) {
            super(target);
            this.target = target;
            element = of(target.element());
        }

        @Override
        void bind(Vector slots) {
            super.bind(slots);
            offsets = ((ListVector) slots).offsets();
            element.bind(((ListVector) slots).elements());
        }

        @Override
        void appendPresent(int slot) {
            for (int i = offsets[slot]; i < offsets[slot + 1]; i++) {
                element.append(i);
            }
            target.append();
        }
    }

    private static final class Entries extends Field {
        private final MapVectorBuilder target;
        private final Field key;
        private final Field value;
        private int[] offsets = {};

        Entries(MapVectorBuilder target) {
            super(target);
            this.target = target;
            key = of(target.key());
            value = of(Objects.requireNonNull(target.value()));
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
        void appendPresent(int slot) {
            for (int i = offsets[slot]; i < offsets[slot + 1]; i++) {
                key.append(i);
                value.append(i);
            }
            target.append();
        }
    }
}
