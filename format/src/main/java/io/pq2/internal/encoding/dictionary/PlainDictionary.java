package io.pq2.internal.encoding.dictionary;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.plain.PlainBinaryDecoder;
import io.pq2.internal.encoding.plain.PlainDoubleDecoder;
import io.pq2.internal.encoding.plain.PlainFixedBinaryDecoder;
import io.pq2.internal.encoding.plain.PlainFloatDecoder;
import io.pq2.internal.encoding.plain.PlainIntDecoder;
import io.pq2.internal.encoding.plain.PlainLongDecoder;
import io.pq2.internal.schema.Int96;
import io.pq2.schema.PhysicalType;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;

/** Decodes the entries of a dictionary page. Their encoding is PLAIN, which older files call PLAIN_DICTIONARY. */
public final class PlainDictionary {

    private PlainDictionary() {}

    /**
     * Reads all entries. Entries of type BYTE_ARRAY are slices of {@code bytes}, which must not change while the
     * dictionary is used; entries of other types are copies.
     *
     * @param type the column's physical type
     * @param typeLength the length of FIXED_LEN_BYTE_ARRAY values; ignored for other types
     * @param bytes contains the entries from {@code offset} to {@code limit} (exclusive)
     * @param count the {@code num_values} of the dictionary page's header
     * @return a vector of {@code count} slots without nulls, whose arrays have exactly this length
     * @throws CorruptFileException if the page has fewer entries
     * @throws UnsupportedFeatureException if the type is BOOLEAN
     */
    public static Vector read(PhysicalType type, int typeLength, byte[] bytes, int offset, int limit, int count) {
        return switch (type) {
            case INT32 -> {
                int[] values = new int[checked(count, Integer.BYTES, limit - offset)];
                new PlainIntDecoder(bytes, offset, limit).read(values, 0, count);
                yield new IntVector(count, values, null);
            }
            case INT64 -> {
                long[] values = new long[checked(count, Long.BYTES, limit - offset)];
                new PlainLongDecoder(bytes, offset, limit).read(values, 0, count);
                yield new LongVector(count, values, null);
            }
            case FLOAT -> {
                float[] values = new float[checked(count, Float.BYTES, limit - offset)];
                new PlainFloatDecoder(bytes, offset, limit).read(values, 0, count);
                yield new FloatVector(count, values, null);
            }
            case DOUBLE -> {
                double[] values = new double[checked(count, Double.BYTES, limit - offset)];
                new PlainDoubleDecoder(bytes, offset, limit).read(values, 0, count);
                yield new DoubleVector(count, values, null);
            }
            case BYTE_ARRAY -> {
                int[] starts = new int[checked(count, Integer.BYTES, limit - offset)];
                int[] lengths = new int[count];
                new PlainBinaryDecoder(bytes, offset, limit).read(starts, lengths, 0, count);
                yield new BinaryVector(count, bytes, starts, lengths, null);
            }
            case INT96 -> fixed(Int96.WIDTH, bytes, offset, limit, count);
            case FIXED_LEN_BYTE_ARRAY -> fixed(typeLength, bytes, offset, limit, count);
            case BOOLEAN -> throw new UnsupportedFeatureException("a dictionary of BOOLEAN values");
        };
    }

    /**
     * Returns the size in bytes of the arrays that {@link #read} creates.
     *
     * @param count the {@code num_values} of the dictionary page's header
     */
    public static long memoryBytes(PhysicalType type, int typeLength, int count) {
        return switch (type) {
            case INT32, FLOAT -> (long) Integer.BYTES * count;
            case INT64, DOUBLE -> (long) Long.BYTES * count;
            case BYTE_ARRAY -> 2L * Integer.BYTES * count;
            case INT96 -> (long) Int96.WIDTH * count;
            case FIXED_LEN_BYTE_ARRAY -> (long) typeLength * count;
            case BOOLEAN -> 0;
        };
    }

    private static Vector fixed(int width, byte[] bytes, int offset, int limit, int count) {
        PlainFixedBinaryDecoder decoder = new PlainFixedBinaryDecoder(bytes, offset, limit, width);
        byte[] values = new byte[checked(count, width, limit - offset) * width];
        decoder.read(values, 0, count);
        return new FixedBinaryVector(count, width, values, 0, null);
    }

    private static int checked(int count, int minWidth, int length) {
        if (count < 0 || (long) count * minWidth > length) {
            throw new CorruptFileException("dictionary page: expected num_values " + count + " of at least " + minWidth
                    + " bytes, found " + length + " bytes");
        }
        return count;
    }
}
