package io.pq2.bench.decode;

import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Shape;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Summarises pq2's vectors of one field. */
final class VectorTally {

    private final List<Column> leaves = new ArrayList<>();
    private final Tally tally;
    private int leaf;

    VectorTally(Shape field) {
        field.collectColumns(leaves);
        tally = new Tally(leaves.size());
    }

    Fingerprint.OfColumn fingerprint() {
        return tally.fingerprint();
    }

    /** Adds the values of a vector. */
    void add(Vector field) {
        for (int i = 0; i < field.length(); i++) {
            if (field.isNull(i)) {
                tally.addNullRow();
            }
        }
        if (field instanceof ListVector list) {
            addLengths(list.length(), list.offsets());
        } else if (field instanceof MapVector map) {
            addLengths(map.length(), map.offsets());
        }
        leaf = 0;
        addValues(field);
    }

    private void addLengths(int length, int[] offsets) {
        for (int i = 0; i < length; i++) {
            tally.addLength(offsets[i + 1] - offsets[i]);
        }
    }

    private void addValues(Vector vector) {
        if (vector instanceof StructVector struct) {
            struct.children().forEach(this::addValues);
        } else if (vector instanceof ListVector list) {
            addValues(list.elements());
        } else if (vector instanceof MapVector map) {
            addValues(Objects.requireNonNull(map.keys()));
            addValues(Objects.requireNonNull(map.values()));
        } else {
            for (int i = 0; i < vector.length(); i++) {
                if (!vector.isNull(i)) {
                    addValue(vector, i);
                }
            }
            leaf++;
        }
    }

    private void addValue(Vector vector, int slot) {
        if (vector instanceof BooleanVector booleans) {
            tally.add(leaf, booleans.values()[slot]);
        } else if (vector instanceof IntVector ints) {
            tally.add(leaf, (long) ints.values()[slot]);
        } else if (vector instanceof LongVector longs) {
            tally.add(leaf, longs.values()[slot]);
        } else if (vector instanceof FloatVector floats) {
            tally.add(leaf, (double) floats.values()[slot]);
        } else if (vector instanceof DoubleVector doubles) {
            tally.add(leaf, doubles.values()[slot]);
        } else if (vector instanceof BinaryVector binaries) {
            addBytes(binaries.bytes(), binaries.starts()[slot], binaries.lengths()[slot]);
        } else if (vector instanceof FixedBinaryVector fixed) {
            addBytes(fixed.bytes(), fixed.offset() + slot * fixed.width(), fixed.width());
        } else if (vector instanceof DictionaryVector entries) {
            addValue(entries.dictionary(), entries.ids()[slot]);
        } else {
            throw new IllegalStateException("a value in a " + vector.getClass().getSimpleName());
        }
    }

    private void addBytes(byte[] bytes, int offset, int length) {
        Column column = leaves.get(leaf);
        if (column.field().physicalType() == PhysicalType.INT96) {
            tally.addInt96(leaf, bytes, offset);
        } else if (column.field().logicalType() instanceof LogicalType.DecimalType) {
            tally.addUnscaled(leaf, bytes, offset, length);
        } else {
            tally.add(leaf, bytes, offset, length);
        }
    }
}
