package io.pq2.internal.statistics;

import io.pq2.schema.PrimitiveField;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** Converts single values of vectors to the objects of {@link MinMaxDecoder}. */
public final class VectorValues {

    private final MinMaxDecoder decoder;

    /** Creates a converter for the values of a column. */
    public VectorValues(PrimitiveField field) {
        this.decoder = MinMaxDecoder.ofValues(field);
    }

    /** Returns a value; absent when it is outside the range of its type, or NaN. The slot is not null. */
    public @Nullable Comparable<?> get(Vector vector, int slot) {
        if (vector instanceof BooleanVector booleans) {
            return booleans.values()[slot];
        } else if (vector instanceof IntVector ints) {
            return decoder.ofInt(ints.values()[slot]);
        } else if (vector instanceof LongVector longs) {
            return decoder.ofLong(longs.values()[slot]);
        } else if (vector instanceof FloatVector floats) {
            return MinMaxDecoder.ofDouble(floats.values()[slot]);
        } else if (vector instanceof DoubleVector doubles) {
            return MinMaxDecoder.ofDouble(doubles.values()[slot]);
        } else if (vector instanceof BinaryVector binaries) {
            return decoder.ofBytes(binaries.bytes(), binaries.starts()[slot], binaries.lengths()[slot]);
        } else if (vector instanceof FixedBinaryVector fixed) {
            return decoder.ofBytes(fixed.bytes(), fixed.offset() + slot * fixed.width(), fixed.width());
        }
        throw new IllegalArgumentException("no single values in " + vector.getClass());
    }
}
