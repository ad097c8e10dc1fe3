package io.pq2.internal.read.decode;

import io.pq2.internal.schema.Int96;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVectorBuilder;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Vectors of two values that stand in the PLAIN encoding, BYTE_ARRAY without its length prefix. */
public final class PlainSlots {

    private PlainSlots() {}

    /** A vector of two values, each of the length that the field's type has, null for a null. */
    public static Vector of(PrimitiveField field, byte[] first, byte[] second) {
        long[] validity = {(first == null ? 0 : 1) | (second == null ? 0 : 2)};
        return switch (field.physicalType()) {
            case BOOLEAN -> new BooleanVector(2, new boolean[] {flag(first), flag(second)}, validity);
            case INT32 -> new IntVector(2, new int[] {(int) bits(first), (int) bits(second)}, validity);
            case INT64 -> new LongVector(2, new long[] {bits(first), bits(second)}, validity);
            case FLOAT -> new FloatVector(2, new float[] {number(first), number(second)}, validity);
            case DOUBLE ->
                new DoubleVector(
                        2,
                        new double[] {Double.longBitsToDouble(bits(first)), Double.longBitsToDouble(bits(second))},
                        validity);
            case BYTE_ARRAY -> slices(first, second);
            case FIXED_LEN_BYTE_ARRAY -> fixed(field.typeLength(), first, second);
            case INT96 -> fixed(Int96.WIDTH, first, second);
        };
    }

    private static boolean flag(byte[] value) {
        return value != null && value[0] != 0;
    }

    private static float number(byte[] value) {
        return Float.intBitsToFloat((int) bits(value));
    }

    /** The bits of a number of four or eight bytes; 0 for a null. */
    private static long bits(byte[] value) {
        if (value == null) {
            return 0;
        }
        ByteBuffer buffer = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        return value.length == Integer.BYTES ? buffer.getInt() : buffer.getLong();
    }

    private static Vector slices(byte[] first, byte[] second) {
        BinaryVectorBuilder builder = new BinaryVectorBuilder();
        for (byte[] value : new byte[][] {first, second}) {
            if (value == null) {
                builder.appendNull();
            } else {
                builder.append(value, 0, value.length);
            }
        }
        return builder.build();
    }

    private static Vector fixed(int width, byte[] first, byte[] second) {
        FixedBinaryVectorBuilder builder = new FixedBinaryVectorBuilder(width);
        for (byte[] value : new byte[][] {first, second}) {
            if (value == null) {
                builder.appendNull();
            } else {
                builder.append(value, 0);
            }
        }
        return builder.build();
    }
}
