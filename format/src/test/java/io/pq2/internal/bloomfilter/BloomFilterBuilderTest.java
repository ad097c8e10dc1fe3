package io.pq2.internal.bloomfilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.internal.thrift.BloomFilterHeaderReader;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.metadata.BloomFilterHeader;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;

class BloomFilterBuilderTest {

    private static final int MIB = 1 << 20;

    @Property(tries = 200)
    void foldingKeepsAllValues(@ForAll long seed, @ForAll @IntRange(min = 1, max = 10) int sizeBits) {
        Random random = new Random(seed);
        long[] hashes = random.longs(1 + random.nextInt(300)).toArray();
        int words = SplitBlock.WORDS << sizeBits;
        int[] bits = new int[words];
        SplitBlock.insert(bits, hashes, hashes.length);
        for (; words > SplitBlock.WORDS; words /= 2) {
            double folded = SplitBlock.foldedFalsePositiveProbability(bits, words);
            SplitBlock.fold(bits, words);
            int[] half = new int[words / 2];
            SplitBlock.insert(half, hashes, hashes.length);
            assertThat(Arrays.copyOf(bits, words / 2)).isEqualTo(half);
            assertThat(folded).isCloseTo(falsePositives(half), within(1e-9));
        }
    }

    private static double falsePositives(int[] bits) {
        double sum = 0;
        for (int block = 0; block < bits.length; block += 8) {
            double product = 1;
            for (int i = 0; i < 8; i++) {
                product *= Integer.bitCount(bits[block + i]) / 32.0;
            }
            sum += product;
        }
        return sum * 8 / bits.length;
    }

    /** Compares with the table of BloomFilter.md. */
    @Test
    void computesTheSizesOfTheSpecification() {
        assertThat(FilterSize.falsePositiveProbability(26_214, 32 * 1024)).isCloseTo(0.0126, within(0.0001));
        assertThat(FilterSize.falsePositiveProbability(52_428, 32 * 1024)).isCloseTo(0.18, within(0.005));
        assertThat(FilterSize.falsePositiveProbability(13_107, 32 * 1024)).isCloseTo(0.0004, within(0.0001));
        double[][] bitsAndProbability = {{6.0, 0.1}, {10.5, 0.01}, {16.9, 0.001}, {26.4, 0.0001}, {41, 0.00001}};
        for (double[] expected : bitsAndProbability) {
            long values = Math.round(MIB * 8 / expected[0]);
            assertThat(FilterSize.falsePositiveProbability(values, MIB))
                    .isCloseTo(expected[1], within(0.05 * expected[1]));
        }
        assertThat(FilterSize.bytes(0, 0.01, MIB)).isEqualTo(32);
        assertThat(FilterSize.bytes(1_000_000, 0.01, 100 * MIB)).isEqualTo(2 * MIB);
        assertThat(FilterSize.bytes(1_000_000, 0.01, MIB + 1)).isEqualTo(MIB);
        assertThat(FilterSize.bytes(Long.MAX_VALUE, 0.01, MIB)).isEqualTo(MIB);
    }

    @Property(tries = 40)
    void choosesTheSmallestSizeWithinTheFalsePositiveProbability(@ForAll long seed) {
        Random random = new Random(seed);
        double target = new double[] {0.1, 0.01, 0.001}[random.nextInt(3)];
        int distinct = 1 + random.nextInt(1 << 4 + random.nextInt(13));
        BloomFilterBuilder builder = BloomFilterBuilder.ofAnySize(field(PhysicalType.INT64), target, MIB);
        long[] values = new long[distinct];
        for (int i = 0; i < distinct; i++) {
            // The filter contains odd numbers only.
            values[i] = random.nextLong() | 1;
        }
        int copies = 1 + random.nextInt(3);
        for (int i = 0; i < copies; i++) {
            builder.add(values, 0, distinct);
        }
        byte[] file = builder.build();
        BloomFilter filter = read(file, PhysicalType.INT64);

        for (long value : values) {
            assertThat(filter.mightContain(value)).isTrue();
        }
        double measured = measure(filter, random);
        assertThat(measured).isLessThanOrEqualTo(1.2 * target + 3 * Math.sqrt(target / PROBES));
        int bytes = filter.bitsetBytes();
        assertThat(Integer.bitCount(bytes)).isEqualTo(1);
        if (bytes > FilterSize.MIN_BYTES) {
            // The set bits decide: in a small filter, their number differs much from the one expected for random
            // values.
            int[] words = words(file, bytes);
            assertThat(SplitBlock.foldedFalsePositiveProbability(words, words.length))
                    .isGreaterThan(target);
        }
    }

    /** Returns the bitset, which is at the end of a filter in the form that files have. */
    private static int[] words(byte[] file, int bytes) {
        int[] words = new int[bytes / Integer.BYTES];
        ByteBuffer.wrap(file, file.length - bytes, bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .get(words);
        return words;
    }

    private static final int PROBES = 100_000;

    private static double measure(BloomFilter filter, Random random) {
        int found = 0;
        for (int i = 0; i < PROBES; i++) {
            found += filter.mightContain(random.nextLong() & ~1L) ? 1 : 0;
        }
        return found / (double) PROBES;
    }

    @Test
    void choosesTheSizeForAnExpectedNumberOfValues() {
        Random random = new Random(1);
        for (int distinct : new int[] {1, 1_000, 24_000, 100_000}) {
            BloomFilterBuilder builder =
                    BloomFilterBuilder.ofDistinctValues(field(PhysicalType.INT64), distinct, 0.01, 64 * MIB);
            for (int i = 0; i < distinct; i++) {
                builder.add(new long[] {random.nextLong() | 1}, 0, 1);
            }
            BloomFilter filter = read(builder.build(), PhysicalType.INT64);
            assertThat(filter.bitsetBytes()).isEqualTo(FilterSize.bytes(distinct, 0.01, 64 * MIB));
            assertThat(measure(filter, random)).isLessThanOrEqualTo(0.0125);
        }
    }

    @Test
    void limitsAndReleasesItsMemory() {
        BloomFilterBuilder builder = BloomFilterBuilder.ofAnySize(field(PhysicalType.INT32), 0.01, MIB);
        int[] one = new int[1000];
        builder.add(one, 0, 1);
        assertThat(builder.memoryBytes()).isLessThan(10_000);
        for (int i = 0; i < 1_000; i++) {
            Arrays.setAll(one, value -> value);
            builder.add(one, 0, one.length);
            assertThat(builder.memoryBytes()).isLessThanOrEqualTo(MIB + 8192);
        }
        // A million values with 1,000 distinct values.
        assertThat(read(builder.build(), PhysicalType.INT32).bitsetBytes())
                .isEqualTo(FilterSize.bytes(1_000, 0.01, MIB));
        assertThat(builder.memoryBytes()).isZero();
        assertThat(builder.build()).isNull();
    }

    @Property(tries = 100)
    void setsTheSameBitsAsParquetJava(@ForAll long seed) {
        Random random = new Random(seed);
        int bytes = 32 << random.nextInt(8);
        BlockSplitBloomFilter peer = new BlockSplitBloomFilter(bytes);
        PhysicalType type = PhysicalType.values()[1 + random.nextInt(PhysicalType.values().length - 1)];
        // The expected number of distinct values leads to a filter of this size.
        BloomFilterBuilder builder = BloomFilterBuilder.ofDistinctValues(field(type), Long.MAX_VALUE, 1e-9, bytes);
        for (int i = random.nextInt(2_000); i >= 0; i--) {
            switch (type) {
                case INT32 -> {
                    int value = random.nextInt();
                    peer.insertHash(peer.hash(value));
                    builder.add(new int[] {value}, 0, 1);
                }
                case INT64 -> {
                    long value = random.nextLong();
                    peer.insertHash(peer.hash(value));
                    builder.add(new long[] {value}, 0, 1);
                }
                case FLOAT -> {
                    float value = random.nextFloat() + 1;
                    peer.insertHash(peer.hash(value));
                    builder.add(new float[] {value}, 0, 1);
                }
                case DOUBLE -> {
                    double value = random.nextDouble() + 1;
                    peer.insertHash(peer.hash(value));
                    builder.add(new double[] {value}, 0, 1);
                }
                default -> {
                    byte[] value = new byte[type == PhysicalType.BYTE_ARRAY ? random.nextInt(80) : 12];
                    random.nextBytes(value);
                    peer.insertHash(peer.hash(Binary.fromConstantByteArray(value)));
                    if (type == PhysicalType.BYTE_ARRAY) {
                        builder.add(value, new int[] {0}, new int[] {value.length}, 0, 1);
                    } else {
                        builder.add(value, 0, value.length, 1);
                    }
                }
            }
        }
        byte[] file = builder.build();
        assertThat(Arrays.copyOfRange(file, file.length - bytes, file.length)).isEqualTo(bitset(peer));
    }

    private static byte[] bitset(BlockSplitBloomFilter peer) {
        ByteArrayOutputStream bitset = new ByteArrayOutputStream();
        try {
            peer.writeTo(bitset);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bitset.toByteArray();
    }

    @Test
    void findsBothZerosIfOneWasAdded() {
        BloomFilterBuilder doubles = BloomFilterBuilder.ofAnySize(field(PhysicalType.DOUBLE), 1e-9, MIB);
        BloomFilterBuilder floats = BloomFilterBuilder.ofAnySize(field(PhysicalType.FLOAT), 1e-9, MIB);
        for (double zero : new double[] {0.0, -0.0}) {
            doubles.add(new double[] {zero, 1}, 0, 2);
            byte[] filter = doubles.build();
            assertThat(contains(filter, XxHash64.hash(0L))).isTrue();
            assertThat(contains(filter, XxHash64.hash(Long.MIN_VALUE))).isTrue();
            floats.add(new float[] {(float) zero}, 0, 1);
            filter = floats.build();
            assertThat(contains(filter, XxHash64.hash(0))).isTrue();
            assertThat(contains(filter, XxHash64.hash(Integer.MIN_VALUE))).isTrue();
        }
        doubles.add(new double[] {1}, 0, 1);
        assertThat(contains(doubles.build(), XxHash64.hash(0L))).isFalse();
    }

    @Test
    void findsTheCanonicalNanIfAnyNanWasAdded() {
        double odd = Double.longBitsToDouble(0xFFF0_0000_0000_0001L);
        BloomFilterBuilder doubles = BloomFilterBuilder.ofAnySize(field(PhysicalType.DOUBLE), 1e-9, MIB);
        doubles.add(new double[] {odd}, 0, 1);
        byte[] filter = doubles.build();
        assertThat(contains(filter, XxHash64.hash(Double.doubleToLongBits(Double.NaN))))
                .isTrue();
        assertThat(contains(filter, XxHash64.hash(0xFFF0_0000_0000_0001L))).isTrue();
        BloomFilterBuilder floats = BloomFilterBuilder.ofAnySize(field(PhysicalType.FLOAT), 1e-9, MIB);
        floats.add(new float[] {Float.intBitsToFloat(0xFF800001)}, 0, 1);
        assertThat(contains(floats.build(), XxHash64.hash(Float.floatToIntBits(Float.NaN))))
                .isTrue();
    }

    @Test
    void findsZerosAndNansOfFloat16() {
        PrimitiveField half = new PrimitiveField(
                "h", Repetition.REQUIRED, PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, new LogicalType.Float16Type(), null);
        BloomFilterBuilder builder = BloomFilterBuilder.ofAnySize(half, 1e-9, MIB);
        builder.add(new byte[] {0, (byte) 0x80, 1, (byte) 0xFC}, 0, 2, 2);
        BloomFilter filter = read(builder.build(), PhysicalType.FIXED_LEN_BYTE_ARRAY);
        assertThat(filter.mightContain(new byte[] {0, 0})).isTrue();
        assertThat(filter.mightContain(new byte[] {0, (byte) 0x80})).isTrue();
        assertThat(filter.mightContain(new byte[] {0, 0x7E})).isTrue();
        assertThat(filter.mightContain(new byte[] {0, 0x3C})).isFalse();
    }

    private static boolean contains(byte[] file, long hash) {
        CompactReader in = new CompactReader(file, 0, file.length);
        int numBytes = BloomFilterHeaderReader.read(in).numBytes();
        return BloomFilterBits.isSet(hash, file, in.position() + BloomFilterBits.block(hash, numBytes));
    }

    private static BloomFilter read(byte[] file, PhysicalType type) {
        CompactReader in = new CompactReader(file, 0, file.length);
        BloomFilterHeader header = BloomFilterHeaderReader.read(in);
        assertThat(header.numBytes()).isEqualTo(file.length - in.position());
        return BloomFilter.of(field(type), header, file, in.position());
    }

    private static PrimitiveField field(PhysicalType type) {
        int length = type == PhysicalType.FIXED_LEN_BYTE_ARRAY ? 12 : 0;
        return new PrimitiveField("f", Repetition.REQUIRED, type, length, null, null);
    }
}
