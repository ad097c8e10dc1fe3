package io.pq2.internal.inspect;

import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.schema.Int96;
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

/** Makes a vector of one value in the PLAIN encoding. */
public final class PlainVector {

    private PlainVector() {}

    /** Returns a vector with one slot; null if the bytes have another length than values of the type. */
    public static @Nullable Vector of(PrimitiveField field, byte[] plain) {
        return switch (field.physicalType()) {
            case BOOLEAN ->
                plain.length == 1 && (plain[0] & ~1) == 0
                        ? new BooleanVector(1, new boolean[] {plain[0] == 1}, null)
                        : null;
            case INT32 ->
                plain.length == Integer.BYTES
                        ? new IntVector(1, new int[] {LittleEndian.getInt(plain, 0)}, null)
                        : null;
            case INT64 ->
                plain.length == Long.BYTES
                        ? new LongVector(1, new long[] {LittleEndian.getLong(plain, 0)}, null)
                        : null;
            case FLOAT ->
                plain.length == Float.BYTES
                        ? new FloatVector(1, new float[] {Float.intBitsToFloat(LittleEndian.getInt(plain, 0))}, null)
                        : null;
            case DOUBLE ->
                plain.length == Double.BYTES
                        ? new DoubleVector(
                                1, new double[] {Double.longBitsToDouble(LittleEndian.getLong(plain, 0))}, null)
                        : null;
            case BYTE_ARRAY -> new BinaryVector(1, plain, new int[] {0}, new int[] {plain.length}, null);
            case INT96 -> fixed(Int96.WIDTH, plain);
            case FIXED_LEN_BYTE_ARRAY -> fixed(field.typeLength(), plain);
        };
    }

    private static @Nullable Vector fixed(int width, byte[] plain) {
        return plain.length == width ? new FixedBinaryVector(1, width, plain, 0, null) : null;
    }
}
