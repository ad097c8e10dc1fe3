package io.pq2.bench.write;

import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.Arrays;
import java.util.Objects;

/** Compares slots of vectors, bit by bit. */
final class Slots {

    private Slots() {}

    /** Whether two slots hold the same value. The first vector must not be a dictionary vector. */
    static boolean same(Vector first, int i, Vector second, int j) {
        if (first.isNull(i) || second.isNull(j)) {
            return first.isNull(i) && second.isNull(j);
        } else if (second instanceof DictionaryVector encoded) {
            return same(first, i, encoded.dictionary(), encoded.ids()[j]);
        } else if (first instanceof IntVector ints) {
            return ints.values()[i] == ((IntVector) second).values()[j];
        } else if (first instanceof LongVector longs) {
            return longs.values()[i] == ((LongVector) second).values()[j];
        } else if (first instanceof FloatVector floats) {
            return Float.floatToRawIntBits(floats.values()[i])
                    == Float.floatToRawIntBits(((FloatVector) second).values()[j]);
        } else if (first instanceof DoubleVector doubles) {
            return Double.doubleToRawLongBits(doubles.values()[i])
                    == Double.doubleToRawLongBits(((DoubleVector) second).values()[j]);
        } else if (first instanceof BinaryVector texts) {
            return sameBytes(texts, i, (BinaryVector) second, j);
        } else if (first instanceof StructVector struct) {
            return sameFields(struct, i, (StructVector) second, j);
        } else if (first instanceof ListVector list) {
            ListVector other = (ListVector) second;
            return sameRange(list.elements(), list.offsets(), i, other.elements(), other.offsets(), j);
        } else if (first instanceof MapVector map) {
            MapVector other = (MapVector) second;
            Vector keys = Objects.requireNonNull(map.keys());
            Vector otherKeys = Objects.requireNonNull(other.keys());
            Vector values = Objects.requireNonNull(map.values());
            Vector otherValues = Objects.requireNonNull(other.values());
            return sameRange(keys, map.offsets(), i, otherKeys, other.offsets(), j)
                    && sameRange(values, map.offsets(), i, otherValues, other.offsets(), j);
        }
        throw new IllegalArgumentException("unsupported vector: " + first.getClass());
    }

    private static boolean sameBytes(BinaryVector first, int i, BinaryVector second, int j) {
        int start = first.starts()[i];
        int otherStart = second.starts()[j];
        return Arrays.equals(
                first.bytes(),
                start,
                start + first.lengths()[i],
                second.bytes(),
                otherStart,
                otherStart + second.lengths()[j]);
    }

    private static boolean sameFields(StructVector first, int i, StructVector second, int j) {
        for (int field = 0; field < first.children().size(); field++) {
            if (!same(first.children().get(field), i, second.children().get(field), j)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameRange(Vector first, int[] offsets, int i, Vector second, int[] otherOffsets, int j) {
        int length = offsets[i + 1] - offsets[i];
        if (length != otherOffsets[j + 1] - otherOffsets[j]) {
            return false;
        }
        for (int k = 0; k < length; k++) {
            if (!same(first, offsets[i] + k, second, otherOffsets[j] + k)) {
                return false;
            }
        }
        return true;
    }
}
