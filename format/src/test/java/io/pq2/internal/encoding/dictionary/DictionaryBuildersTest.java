package io.pq2.internal.encoding.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.Interleaving;
import io.pq2.schema.PhysicalType;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class DictionaryBuildersTest {

    /** Returns the expected ids. Values get ids in the order in which they first occur. */
    private static int[] expectedIds(Object[] keys) {
        Map<Object, Integer> ids = new LinkedHashMap<>();
        int[] expected = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            Integer next = ids.size();
            Integer id = ids.putIfAbsent(keys[i], next);
            expected[i] = id == null ? next : id;
        }
        return expected;
    }

    private static int distinct(int[] ids) {
        return Arrays.stream(ids).max().orElse(-1) + 1;
    }

    private static Vector writtenAndRead(DictionaryBuilder builder, PhysicalType type, int width) {
        EncodedBytes out = new EncodedBytes();
        builder.writeTo(out);
        assertThat(builder.dictionaryBytes()).isEqualTo(out.size());
        assertThat(builder.entries().length()).isEqualTo(builder.size());
        return PlainDictionary.read(type, width, out.array(), 0, out.size(), builder.size());
    }

    @Property(tries = 20)
    void buildsDictionariesOfIntsAndFloats(@ForAll @IntRange(min = 1, max = 9000) int distinct, @ForAll long seed) {
        Random random = new Random(seed);
        int stride = random.nextBoolean() ? 1 : random.nextInt();
        int[] values = random.ints(10_000, -distinct, distinct)
                .map(value -> value * stride)
                .toArray();
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = Float.intBitsToFloat(values[i]);
        }
        int[] expected = expectedIds(Arrays.stream(values).boxed().toArray());
        IntDictionaryBuilder ints = new IntDictionaryBuilder();
        FloatDictionaryBuilder floatBuilder = new FloatDictionaryBuilder();
        for (int chunk = 0; chunk < 2; chunk++) {
            int[] ids = new int[values.length];
            Interleaving.evenly(values.length, 1111, (i, n) -> ints.add(values, i, n, ids, i));
            assertThat(ids).isEqualTo(expected);
            assertThat(ints.size()).isEqualTo(distinct(expected));
            Interleaving.evenly(values.length, 1111, (i, n) -> floatBuilder.add(floats, i, n, ids, i));
            assertThat(ids).isEqualTo(expected);
            IntVector read = (IntVector) writtenAndRead(ints, PhysicalType.INT32, 0);
            FloatVector readFloats = (FloatVector) writtenAndRead(floatBuilder, PhysicalType.FLOAT, 0);
            for (int i = 0; i < ids.length; i++) {
                assertThat(read.values()[ids[i]]).isEqualTo(values[i]);
                assertThat(ints.entries().values()[ids[i]]).isEqualTo(values[i]);
                assertThat(Float.floatToRawIntBits(readFloats.values()[ids[i]])).isEqualTo(values[i]);
            }
            ints.reset();
            floatBuilder.reset();
            assertThat(ints.size()).isZero();
        }
    }

    @Property(tries = 20)
    void buildsDictionariesOfLongsAndDoubles(@ForAll @IntRange(min = 1, max = 9000) int distinct, @ForAll long seed) {
        Random random = new Random(seed);
        long stride = random.nextBoolean() ? 1 : random.nextLong();
        long[] values = random.longs(10_000, -distinct, distinct)
                .map(value -> value * stride)
                .toArray();
        double[] doubles =
                Arrays.stream(values).mapToDouble(Double::longBitsToDouble).toArray();
        int[] expected = expectedIds(Arrays.stream(values).boxed().toArray());
        LongDictionaryBuilder longs = new LongDictionaryBuilder();
        DoubleDictionaryBuilder doubleBuilder = new DoubleDictionaryBuilder();
        for (int chunk = 0; chunk < 2; chunk++) {
            int[] ids = new int[values.length];
            Interleaving.evenly(values.length, 1111, (i, n) -> longs.add(values, i, n, ids, i));
            assertThat(ids).isEqualTo(expected);
            assertThat(longs.size()).isEqualTo(distinct(expected));
            Interleaving.evenly(values.length, 1111, (i, n) -> doubleBuilder.add(doubles, i, n, ids, i));
            assertThat(ids).isEqualTo(expected);
            LongVector read = (LongVector) writtenAndRead(longs, PhysicalType.INT64, 0);
            DoubleVector readDoubles = (DoubleVector) writtenAndRead(doubleBuilder, PhysicalType.DOUBLE, 0);
            for (int i = 0; i < ids.length; i++) {
                assertThat(read.values()[ids[i]]).isEqualTo(values[i]);
                assertThat(Double.doubleToRawLongBits(readDoubles.values()[ids[i]]))
                        .isEqualTo(values[i]);
                assertThat(Double.doubleToRawLongBits(doubleBuilder.entries().values()[0]))
                        .isEqualTo(values[0]);
            }
            longs.reset();
            doubleBuilder.reset();
        }
    }

    @Property(tries = 20)
    void buildsDictionariesOfByteArrays(
            @ForAll @IntRange(max = 100) int maxLength,
            @ForAll @IntRange(min = 1, max = 256) int letters,
            @ForAll long seed) {
        Random random = new Random(seed);
        byte[] source = new byte[3000];
        for (int i = 0; i < source.length; i++) {
            source[i] = (byte) random.nextInt(letters);
        }
        int count = 8000;
        int[] starts = new int[count];
        int[] lengths = new int[count];
        Object[] keys = new Object[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = random.nextInt(maxLength + 1);
            starts[i] = random.nextInt(source.length - lengths[i] + 1);
            keys[i] = ByteBuffer.wrap(source, starts[i], lengths[i]);
        }
        int[] expected = expectedIds(keys);
        BinaryDictionaryBuilder builder = new BinaryDictionaryBuilder();
        for (int chunk = 0; chunk < 2; chunk++) {
            int[] ids = new int[count];
            Interleaving.evenly(count, 999, (i, n) -> builder.add(source, starts, lengths, i, n, ids, i));
            assertThat(ids).isEqualTo(expected);
            BinaryVector read = (BinaryVector) writtenAndRead(builder, PhysicalType.BYTE_ARRAY, 0);
            for (BinaryVector entries : new BinaryVector[] {read, builder.entries()}) {
                for (int i = 0; i < count; i++) {
                    int id = ids[i];
                    assertThat(ByteBuffer.wrap(entries.bytes(), entries.starts()[id], entries.lengths()[id]))
                            .isEqualTo(keys[i]);
                }
            }
            builder.reset();
        }
    }

    @Property(tries = 20)
    void buildsDictionariesOfFixedLengthBytes(
            @ForAll @IntRange(min = 1, max = 20) int width,
            @ForAll @IntRange(min = 1, max = 256) int letters,
            @ForAll long seed) {
        Random random = new Random(seed);
        int count = 5000;
        byte[] values = new byte[7 + count * width];
        for (int i = 0; i < values.length; i++) {
            values[i] = (byte) random.nextInt(letters);
        }
        Object[] keys = new Object[count];
        for (int i = 0; i < count; i++) {
            keys[i] = ByteBuffer.wrap(values, 7 + i * width, width);
        }
        FixedBinaryDictionaryBuilder builder = new FixedBinaryDictionaryBuilder(width);
        int[] ids = new int[count];
        Interleaving.evenly(count, 999, (i, n) -> builder.add(values, 7 + i * width, n, ids, i));
        assertThat(ids).isEqualTo(expectedIds(keys));
        FixedBinaryVector read = (FixedBinaryVector) writtenAndRead(builder, PhysicalType.FIXED_LEN_BYTE_ARRAY, width);
        for (int i = 0; i < count; i++) {
            assertThat(ByteBuffer.wrap(read.bytes(), ids[i] * width, width)).isEqualTo(keys[i]);
        }
    }
}
