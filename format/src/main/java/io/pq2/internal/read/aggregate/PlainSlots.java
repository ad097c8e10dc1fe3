package io.pq2.internal.read.aggregate;

import io.pq2.internal.schema.Int96;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FixedBinaryVectorBuilder;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Creates vectors from two values in PLAIN encoding. BYTE_ARRAY values have no length prefix. */
final class PlainSlots {

    private static final byte[] NO_BYTES = {};

    private PlainSlots() {}

    /** Returns a vector with two slots; an absent value becomes a null. */
    static Vector of(PrimitiveField field, byte @Nullable [] first, byte @Nullable [] second) {
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
            case FIXED_LEN_BYTE_ARRAY -> fixed(field.typeLength(), first, second, validity);
            case INT96 -> fixed(Int96.WIDTH, first, second, validity);
        };
    }

    private static boolean flag(byte @Nullable [] value) {
        return value != null && value[0] != 0;
    }

    private static float number(byte @Nullable [] value) {
        return Float.intBitsToFloat((int) bits(value));
    }

    /** Returns the bits of a number of four or eight bytes; 0 for an absent value. */
    private static long bits(byte @Nullable [] value) {
        if (value == null) {
            return 0;
        }
        ByteBuffer buffer = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        return value.length == Integer.BYTES ? buffer.getInt() : buffer.getLong();
    }

    private static Vector slices(byte @Nullable [] first, byte @Nullable [] second) {
        BinaryVectorBuilder builder = new BinaryVectorBuilder();
        for (byte @Nullable [] value : Arrays.asList(first, second)) {
            if (value == null) {
                builder.appendNull();
            } else {
                builder.append(value, 0, value.length);
            }
        }
        return builder.build();
    }

    /**
     * Returns slots of {@code width} bytes. A null slot of a {@link FixedBinaryVector} occupies memory, and the file
     * may claim any width, so null slots are ids without a value.
     */
    private static Vector fixed(int width, byte @Nullable [] first, byte @Nullable [] second, long[] validity) {
        if (first != null && second != null) {
            FixedBinaryVectorBuilder builder = new FixedBinaryVectorBuilder(width);
            builder.append(first, 0);
            builder.append(second, 0);
            return builder.build();
        }
        byte[] only = first == null ? second : first;
        FixedBinaryVector dictionary = only == null
                ? new FixedBinaryVector(0, width, NO_BYTES, 0, null)
                : new FixedBinaryVector(1, width, only, 0, null);
        return new DictionaryVector(2, new int[2], dictionary, validity);
    }
}
