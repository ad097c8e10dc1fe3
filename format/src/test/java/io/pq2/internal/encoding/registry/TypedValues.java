package io.pq2.internal.encoding.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.encoding.BinaryDecoder;
import io.pq2.internal.encoding.BinaryEncoder;
import io.pq2.internal.encoding.BooleanDecoder;
import io.pq2.internal.encoding.BooleanEncoder;
import io.pq2.internal.encoding.DoubleDecoder;
import io.pq2.internal.encoding.DoubleEncoder;
import io.pq2.internal.encoding.FixedBinaryDecoder;
import io.pq2.internal.encoding.FixedBinaryEncoder;
import io.pq2.internal.encoding.FloatDecoder;
import io.pq2.internal.encoding.FloatEncoder;
import io.pq2.internal.encoding.IntDecoder;
import io.pq2.internal.encoding.IntEncoder;
import io.pq2.internal.encoding.LongDecoder;
import io.pq2.internal.encoding.LongEncoder;
import io.pq2.internal.encoding.ValueDecoder;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.dictionary.BinaryDictionaryBuilder;
import io.pq2.internal.encoding.dictionary.DictionaryBuilder;
import io.pq2.internal.encoding.dictionary.DoubleDictionaryBuilder;
import io.pq2.internal.encoding.dictionary.FixedBinaryDictionaryBuilder;
import io.pq2.internal.encoding.dictionary.FloatDictionaryBuilder;
import io.pq2.internal.encoding.dictionary.IntDictionaryBuilder;
import io.pq2.internal.encoding.dictionary.LongDictionaryBuilder;
import io.pq2.internal.schema.Int96;
import io.pq2.schema.PhysicalType;
import java.util.Arrays;
import java.util.Random;

/**
 * Random values of one physical type, which any encoder of the type writes and which are compared with the values of a
 * decoder.
 *
 * <p>The values come in runs of different kinds: extreme values, one value, few values, rising values, random bits.
 */
final class TypedValues {

    static final int FIXED_WIDTH = 11;

    private static final long[] WHOLE_NUMBERS = {
        0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 0xFFFFFFFFL
    };
    private static final int[] FLOATS = {
        0, 0x8000_0000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0x7F80_0001, 0xFFC1_2345, 1, 0x8000_0001, 0x7F7F_FFFF
    };
    private static final long[] DOUBLES = {
        0,
        1L << 63,
        0x7FF0L << 48,
        0xFFF0L << 48,
        0x7FF8L << 48,
        0x7FF0_0000_0000_0001L,
        0xFFF8_1234_5678_9ABCL,
        1,
        1L << 63 | 1,
        Double.doubleToRawLongBits(Double.MAX_VALUE)
    };

    private final PhysicalType type;
    private final int count;
    /** The bits of each number, or the seed of each byte string. */
    private final long[] bits;
    /** The bytes of all values of a binary type, one after another. */
    private final byte[] bytes;

    private final int[] starts;
    private final int[] lengths;

    private TypedValues(PhysicalType type, long[] bits) {
        this.type = type;
        this.count = bits.length;
        this.bits = bits;
        starts = new int[count];
        lengths = new int[count];
        int size = 0;
        for (int i = 0; i < count; i++) {
            starts[i] = size;
            lengths[i] = length(bits[i]);
            size += lengths[i];
        }
        bytes = new byte[size];
        for (int i = 0; i < count; i++) {
            fill(bytes, starts[i], lengths[i], bits[i]);
        }
    }

    static TypedValues random(PhysicalType type, int count, Random random) {
        long[] bits = new long[count];
        int i = 0;
        while (i < count) {
            int kind = random.nextInt(5);
            long any = random.nextLong() >> random.nextInt(64);
            int end = Math.min(count, i + 1 + random.nextInt(random.nextBoolean() ? 20 : 600));
            for (; i < end; i++) {
                bits[i] = switch (kind) {
                    case 0 -> extreme(type, random);
                    case 1 -> any;
                    case 2 -> any ^ random.nextInt(4);
                    case 3 -> any + i * (any & 0xFF);
                    default -> random.nextLong();
                };
            }
        }
        return new TypedValues(type, bits);
    }

    private static long extreme(PhysicalType type, Random random) {
        return switch (type) {
            case FLOAT -> FLOATS[random.nextInt(FLOATS.length)];
            case DOUBLE -> DOUBLES[random.nextInt(DOUBLES.length)];
            default -> WHOLE_NUMBERS[random.nextInt(WHOLE_NUMBERS.length)];
        };
    }

    private int length(long seed) {
        return switch (type) {
            case INT96 -> Int96.WIDTH;
            case FIXED_LEN_BYTE_ARRAY -> FIXED_WIDTH;
            case BYTE_ARRAY -> seed == 0 ? 0 : seed == Long.MAX_VALUE ? 700 : (int) (seed & 31);
            default -> 0;
        };
    }

    /** Fills a byte string: with 0 or 255 for extreme seeds, otherwise with equal beginnings for close seeds. */
    private static void fill(byte[] bytes, int start, int length, long seed) {
        for (int k = 0; k < length; k++) {
            bytes[start + k] = (byte) (seed >> Math.max(0, 56 - 8 * k));
        }
    }

    void write(ValueEncoder encoder, int from, int n) {
        if (encoder instanceof BooleanEncoder booleans) {
            booleans.write(booleans(), from, n);
        } else if (encoder instanceof IntEncoder ints) {
            ints.write(ints(), from, n);
        } else if (encoder instanceof LongEncoder longs) {
            longs.write(bits, from, n);
        } else if (encoder instanceof FloatEncoder floats) {
            floats.write(floats(), from, n);
        } else if (encoder instanceof DoubleEncoder doubles) {
            doubles.write(doubles(), from, n);
        } else if (encoder instanceof FixedBinaryEncoder fixed) {
            fixed.write(bytes, from * fixed.width(), n);
        } else if (encoder instanceof BinaryEncoder binaries) {
            binaries.write(bytes, starts, lengths, from, n);
        }
    }

    /** Adds the values to a dictionary and returns their ids. */
    int[] addTo(DictionaryBuilder builder) {
        int[] ids = new int[count];
        if (builder instanceof IntDictionaryBuilder ints) {
            ints.add(ints(), 0, count, ids, 0);
        } else if (builder instanceof LongDictionaryBuilder longs) {
            longs.add(bits, 0, count, ids, 0);
        } else if (builder instanceof FloatDictionaryBuilder floats) {
            floats.add(floats(), 0, count, ids, 0);
        } else if (builder instanceof DoubleDictionaryBuilder doubles) {
            doubles.add(doubles(), 0, count, ids, 0);
        } else if (builder instanceof FixedBinaryDictionaryBuilder fixed) {
            fixed.add(bytes, 0, count, ids, 0);
        } else if (builder instanceof BinaryDictionaryBuilder binaries) {
            binaries.add(bytes, starts, lengths, 0, count, ids, 0);
        }
        return ids;
    }

    /** Returns an empty dictionary of the type, or null if the type has no dictionaries. */
    DictionaryBuilder dictionary() {
        return switch (type) {
            case BOOLEAN -> null;
            case INT32 -> new IntDictionaryBuilder();
            case INT64 -> new LongDictionaryBuilder();
            case FLOAT -> new FloatDictionaryBuilder();
            case DOUBLE -> new DoubleDictionaryBuilder();
            case BYTE_ARRAY -> new BinaryDictionaryBuilder();
            case INT96 -> new FixedBinaryDictionaryBuilder(Int96.WIDTH);
            case FIXED_LEN_BYTE_ARRAY -> new FixedBinaryDictionaryBuilder(FIXED_WIDTH);
        };
    }

    /**
     * Reads {@code n} values into the middle of an array. Fails unless they are the values from {@code from} on and the
     * rest of the array is unchanged.
     */
    void assertReads(ValueDecoder decoder, int from, int n) {
        int to = from + n;
        if (decoder instanceof BooleanDecoder booleans) {
            boolean[] read = new boolean[n + 2];
            booleans.read(read, 1, n);
            assertThat(Arrays.equals(read, 1, n + 1, booleans(), from, to)).isTrue();
            assertThat(read[0] || read[n + 1]).isFalse();
        } else if (decoder instanceof IntDecoder ints) {
            int[] read = new int[n + 2];
            ints.read(read, 1, n);
            assertThat(Arrays.equals(read, 1, n + 1, ints(), from, to)).isTrue();
            assertThat(read[0] | read[n + 1]).isZero();
        } else if (decoder instanceof LongDecoder longs) {
            long[] read = new long[n + 2];
            longs.read(read, 1, n);
            assertThat(Arrays.equals(read, 1, n + 1, bits, from, to)).isTrue();
            assertThat(read[0] | read[n + 1]).isZero();
        } else if (decoder instanceof FloatDecoder floats) {
            float[] read = new float[n + 2];
            floats.read(read, 1, n);
            for (int i = 0; i < n; i++) {
                assertThat(Float.floatToRawIntBits(read[i + 1])).isEqualTo((int) bits[from + i]);
            }
            assertThat(read[0] + read[n + 1]).isZero();
        } else if (decoder instanceof DoubleDecoder doubles) {
            double[] read = new double[n + 2];
            doubles.read(read, 1, n);
            for (int i = 0; i < n; i++) {
                assertThat(Double.doubleToRawLongBits(read[i + 1])).isEqualTo(bits[from + i]);
            }
            assertThat(read[0] + read[n + 1]).isZero();
        } else if (decoder instanceof FixedBinaryDecoder fixed) {
            int width = fixed.width();
            byte[] read = new byte[n * width + 2];
            fixed.read(read, 1, n);
            assertThat(Arrays.equals(read, 1, n * width + 1, bytes, from * width, to * width))
                    .isTrue();
            assertThat(read[0] | read[n * width + 1]).isZero();
        } else if (decoder instanceof BinaryDecoder binaries) {
            int[] readStarts = new int[n + 2];
            int[] readLengths = new int[n + 2];
            binaries.read(readStarts, readLengths, 1, n);
            for (int i = 0; i < n; i++) {
                int start = readStarts[i + 1];
                int expected = starts[from + i];
                assertThat(Arrays.equals(
                                binaries.bytes(),
                                start,
                                start + readLengths[i + 1],
                                bytes,
                                expected,
                                expected + lengths[from + i]))
                        .isTrue();
            }
            assertThat(readLengths[0] | readLengths[n + 1]).isZero();
        }
    }

    private boolean[] booleans() {
        boolean[] values = new boolean[count];
        for (int i = 0; i < count; i++) {
            values[i] = (bits[i] & 1) != 0;
        }
        return values;
    }

    private int[] ints() {
        return Arrays.stream(bits).mapToInt(value -> (int) value).toArray();
    }

    private float[] floats() {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = Float.intBitsToFloat((int) bits[i]);
        }
        return values;
    }

    private double[] doubles() {
        return Arrays.stream(bits).mapToDouble(Double::longBitsToDouble).toArray();
    }
}
