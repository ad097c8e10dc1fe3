package io.pq2.internal.check;

import io.pq2.vector.BinaryVector;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Values of vectors in the PLAIN encoding, BYTE_ARRAY without its length. */
final class PlainBytesOf {

    private PlainBytesOf() {}

    /** Returns the length of a byte array without copying it; 0 for other values. */
    static int length(Vector vector, int slot) {
        return vector instanceof BinaryVector binary
                ? binary.lengths()[slot]
                : vector instanceof FixedBinaryVector fixed ? fixed.width() : 0;
    }

    /** Returns the value of a slot of a primitive vector, which is not null. */
    static byte[] slot(Vector vector, int slot) {
        if (vector instanceof DictionaryVector encoded) {
            return slot(encoded.dictionary(), encoded.ids()[slot]);
        } else if (vector instanceof BooleanVector booleans) {
            return new byte[] {(byte) (booleans.values()[slot] ? 1 : 0)};
        } else if (vector instanceof IntVector ints) {
            return four(ints.values()[slot]);
        } else if (vector instanceof LongVector longs) {
            return eight(longs.values()[slot]);
        } else if (vector instanceof FloatVector floats) {
            return four(Float.floatToRawIntBits(floats.values()[slot]));
        } else if (vector instanceof DoubleVector doubles) {
            return eight(Double.doubleToRawLongBits(doubles.values()[slot]));
        } else if (vector instanceof BinaryVector binary) {
            int start = binary.starts()[slot];
            return Arrays.copyOfRange(binary.bytes(), start, start + binary.lengths()[slot]);
        } else if (vector instanceof FixedBinaryVector fixed) {
            int start = fixed.offset() + slot * fixed.width();
            return Arrays.copyOfRange(fixed.bytes(), start, start + fixed.width());
        }
        throw new IllegalArgumentException(vector.getClass() + " has no PLAIN values");
    }

    private static byte[] four(int value) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    private static byte[] eight(long value) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }
}
