package io.pq2.internal.encoding.alp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.DoubleDecoder;
import io.pq2.internal.encoding.DoubleEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.FloatDecoder;
import io.pq2.internal.encoding.FloatEncoder;
import io.pq2.internal.encoding.Interleaving;
import io.pq2.internal.encoding.registry.ValueDecoders;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.metadata.Encoding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlpTest {

    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        Double.NaN,
        Double.longBitsToDouble(0x7FF0_0000_0000_0001L),
        Double.longBitsToDouble(0xFFF8_1234_5678_9ABCL),
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        0x1p63,
        -0x1p63,
        0x1p53 + 2,
        Math.PI
    };
    private static final float[] FLOATS = {
        0.0f,
        -0.0f,
        Float.NaN,
        Float.intBitsToFloat(0x7F80_0001),
        Float.intBitsToFloat(0xFFC1_2345),
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        Float.MIN_NORMAL,
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        0x1p31f,
        -0x1p31f,
        0x1p24f,
        (float) Math.PI
    };

    private final EncodedBytes out = new EncodedBytes(3);

    /** Returns runs of decimals with an equal number of digits, random numbers, special values and repetitions. */
    private static double[] doubles(Random random, int count) {
        double[] values = new double[count];
        int i = 0;
        while (i < count) {
            int kind = random.nextInt(6);
            double scale = Math.pow(10, random.nextInt(12));
            double odd = random.nextInt(3) == 0 ? 0.02 : 0;
            long range = 1L << random.nextInt(60);
            for (int end = Math.min(count, i + 1 + random.nextInt(3000)); i < end; i++) {
                double decimal = Math.floor(random.nextDouble() * range) / scale;
                values[i] = random.nextDouble() < odd || kind == 0
                        ? DOUBLES[random.nextInt(DOUBLES.length)]
                        : switch (kind) {
                            case 1 -> Double.longBitsToDouble(random.nextLong());
                            case 2 -> scale;
                            default -> random.nextBoolean() ? decimal : -decimal;
                        };
            }
        }
        return values;
    }

    private static float[] floats(Random random, int count) {
        float[] values = new float[count];
        int i = 0;
        while (i < count) {
            int kind = random.nextInt(6);
            float scale = (float) Math.pow(10, random.nextInt(8));
            double odd = random.nextInt(3) == 0 ? 0.02 : 0;
            int range = 1 << random.nextInt(31);
            for (int end = Math.min(count, i + 1 + random.nextInt(3000)); i < end; i++) {
                float decimal = (float) Math.floor(random.nextDouble() * range) / scale;
                values[i] = random.nextDouble() < odd || kind == 0
                        ? FLOATS[random.nextInt(FLOATS.length)]
                        : switch (kind) {
                            case 1 -> Float.intBitsToFloat(random.nextInt());
                            case 2 -> scale;
                            default -> random.nextBoolean() ? decimal : -decimal;
                        };
            }
        }
        return values;
    }

    @Property(tries = 100)
    void preservesTheBitsOfDoubles(@ForAll @IntRange(max = 6000) int count, @ForAll long seed) {
        Random random = new Random(seed);
        DoubleEncoder encoder = ValueEncoders.doubles(Encoding.ALP, out);
        for (int page = 0; page < 2; page++) {
            double[] values = doubles(random, count);
            out.reset();
            Interleaving.randomly(
                    random, count, (i, n) -> encoder.write(values, i, n), (i, n) -> encoder.write(values, i, n));
            assertThat(encoder.pendingBytes()).isGreaterThanOrEqualTo(AlpPage.HEADER_BYTES);
            encoder.finish();
            DoubleDecoder decoder = ValueDecoders.doubles(Encoding.ALP, out.array(), 0, out.size(), null);
            double[] read = new double[count];
            Interleaving.randomly(
                    random,
                    count,
                    (i, n) -> {
                        decoder.read(read, i, n);
                        for (int k = i; k < i + n; k++) {
                            assertThat(Double.doubleToRawLongBits(read[k]))
                                    .isEqualTo(Double.doubleToRawLongBits(values[k]));
                        }
                    },
                    (i, n) -> decoder.skip(n));
            assertThatThrownBy(() -> decoder.read(read, 0, 1))
                    .isInstanceOfAny(CorruptFileException.class, IndexOutOfBoundsException.class);
        }
        out.reset();
    }

    @Property(tries = 100)
    void preservesTheBitsOfFloats(@ForAll @IntRange(max = 6000) int count, @ForAll long seed) {
        Random random = new Random(seed);
        FloatEncoder encoder = ValueEncoders.floats(Encoding.ALP, out);
        for (int page = 0; page < 2; page++) {
            float[] values = floats(random, count);
            out.reset();
            Interleaving.randomly(
                    random, count, (i, n) -> encoder.write(values, i, n), (i, n) -> encoder.write(values, i, n));
            encoder.finish();
            FloatDecoder decoder = ValueDecoders.floats(Encoding.ALP, out.array(), 0, out.size(), null);
            float[] read = new float[count];
            Interleaving.randomly(
                    random,
                    count,
                    (i, n) -> {
                        decoder.read(read, i, n);
                        for (int k = i; k < i + n; k++) {
                            assertThat(Float.floatToRawIntBits(read[k])).isEqualTo(Float.floatToRawIntBits(values[k]));
                        }
                    },
                    (i, n) -> decoder.skip(n));
            assertThatThrownBy(() -> decoder.skip(1)).isInstanceOf(CorruptFileException.class);
        }
        out.reset();
    }

    @Property(tries = 150)
    void readsVectorsOfAnyShape(
            @ForAll @IntRange(min = 3, max = 15) int logVectorSize,
            @ForAll @IntRange(max = 1500) int count,
            @ForAll long seed) {
        Random random = new Random(seed);
        AlpBytes.Page doubles = AlpBytes.random(random, 8, logVectorSize, count);
        byte[] page = inPage(doubles.bytes());
        DoubleDecoder doubleDecoder = ValueDecoders.doubles(Encoding.ALP, page, 9, 9 + doubles.bytes().length, null);
        double[] read = new double[count];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    doubleDecoder.read(read, i, n);
                    for (int k = i; k < i + n; k++) {
                        assertThat(Double.doubleToRawLongBits(read[k]))
                                .isEqualTo(Double.doubleToRawLongBits(
                                        doubles.values().get(k).doubleValue()));
                    }
                },
                (i, n) -> doubleDecoder.skip(n));
        AlpBytes.Page floats = AlpBytes.random(random, 4, logVectorSize, count);
        FloatDecoder floatDecoder = ValueDecoders.floats(Encoding.ALP, floats.bytes(), 0, floats.bytes().length, null);
        float[] readFloats = new float[count];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    floatDecoder.read(readFloats, i, n);
                    for (int k = i; k < i + n; k++) {
                        assertThat(Float.floatToRawIntBits(readFloats[k]))
                                .isEqualTo(Float.floatToRawIntBits(
                                        floats.values().get(k).floatValue()));
                    }
                },
                (i, n) -> floatDecoder.skip(n));
    }

    private static byte[] inPage(byte[] bytes) {
        byte[] page = new byte[bytes.length + 20];
        Arrays.fill(page, (byte) 0x55);
        System.arraycopy(bytes, 0, page, 9, bytes.length);
        return page;
    }

    /** Returns the worked example of AlpEncoding.md in a page of one vector. */
    private static byte[] workedExample() {
        return HexFormat.ofDelimiter(" ")
                .parseHex(
                        "00 00 0a 04 00 00 00 04 00 00 00 04 03 01 00 07 0d 00 00 00 00 00 00 0f 91 ad c8 56 28 15 00 "
                                .concat("00 01 00 00 00 00 00 00 00 f8 7f"));
    }

    @Test
    void writesAndReadsTheWorkedExampleOfTheSpecification() {
        byte[] page = workedExample();
        double[] read = new double[4];
        ValueDecoders.doubles(Encoding.ALP, page, 0, page.length, null).read(read, 0, 4);
        assertThat(read).containsExactly(1500.0, Double.NaN, 2500.0, 333.5);

        DoubleEncoder encoder = ValueEncoders.doubles(Encoding.ALP, out);
        encoder.write(read, 0, 4);
        encoder.finish();
        byte[] written = out.toByteArray();
        // Exponent and factor may differ from the example's; all other bytes are equal.
        assertThat(written[11] - written[12]).isEqualTo(1);
        written[11] = 4;
        written[12] = 3;
        assertThat(written).isEqualTo(page);
    }

    @Test
    void encodesNumbersOfFewDigitsInFewBits() {
        Random random = new Random(4);
        double[] doubles = new double[100_000];
        float[] floats = new float[100_000];
        for (int i = 0; i < doubles.length; i++) {
            int cents = random.nextInt(1 << 16);
            // The number of digits changes in the middle, and with it exponent and factor.
            doubles[i] = i < 50_000 ? cents / 100.0 : cents / 10_000.0;
            floats[i] = cents;
        }
        DoubleEncoder doubleEncoder = ValueEncoders.doubles(Encoding.ALP, out);
        doubleEncoder.write(doubles, 0, doubles.length);
        doubleEncoder.finish();
        assertThat(out.size()).isLessThan(doubles.length * 9 / 4);
        out.reset();
        FloatEncoder floatEncoder = ValueEncoders.floats(Encoding.ALP, out);
        floatEncoder.write(floats, 0, floats.length);
        floatEncoder.finish();
        assertThat(out.size()).isLessThan(floats.length * 9 / 4);
    }

    @Test
    void writesAndReadsPagesWithoutValues() {
        DoubleEncoder encoder = ValueEncoders.doubles(Encoding.ALP, out);
        encoder.finish();
        assertThat(out.toByteArray()).isEqualTo(new byte[] {0, 0, 10, 0, 0, 0, 0});
        for (int length : new int[] {0, 7}) {
            DoubleDecoder decoder = ValueDecoders.doubles(Encoding.ALP, out.array(), 0, length, null);
            decoder.read(new double[0], 0, 0);
            assertThatThrownBy(() -> decoder.skip(1))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("num_elements");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, compression_mode, expected 0; found 1",
        "1, 255, integer_encoding, expected 0; found 255",
        "2, 2, log_vector_size, expected 3 to 15; found 2",
        "2, 16, log_vector_size, expected 3 to 15; found 16",
        "6, 128, num_elements, found -2147483644",
        "6, 64, num_elements, expected offsets of 1048577 vectors",
        "3, 5, size of vector 0, expected 33 bytes; found 31",
        "7, 5, offset of vector 0, expected 4; found 5",
        "10, 255, offset of vector 0, expected 4; found 4278190084",
        "11, 19, exponent, expected 0 to 18; found 19",
        "12, 5, factor, expected 0 to 4; found 5",
        "13, 5, num_exceptions, expected 0 to 4; found 5",
        "14, 1, num_exceptions, expected 0 to 4; found 257",
        "13, 2, size of vector 0, expected 41 bytes; found 31",
        "23, 65, bit_width, expected 0 to 64; found 65",
        "23, 64, size of vector 0, expected 55 bytes; found 31",
        "32, 4, exception position, expected 0 to 3; found 4"
    })
    void namesInvalidFields(int at, int value, String field, String detail) {
        byte[] page = workedExample();
        page[at] = (byte) value;
        assertThatThrownBy(() -> {
                    DoubleDecoder decoder = ValueDecoders.doubles(Encoding.ALP, page, 0, page.length, null);
                    decoder.read(new double[4], 0, 4);
                })
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("ALP " + field)
                .hasMessageContaining(detail.replace(';', ','));
    }

    @Test
    void rejectsVectorsWithOverlapsOrGaps() {
        AlpBytes.Page good = AlpBytes.random(new Random(1), 4, 3, 24);
        ByteBuffer page = ByteBuffer.wrap(good.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        int second = page.getInt(11);
        for (int offset : List.of(0, 11, 12, second - 1, second + 1, good.bytes().length, -1)) {
            page.putInt(11, offset);
            FloatDecoder decoder = ValueDecoders.floats(Encoding.ALP, good.bytes(), 0, good.bytes().length, null);
            assertThatThrownBy(() -> decoder.read(new float[8], 0, 8))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("of vector 0");
            // The second vector has an invalid offset. Skipping does not look at it.
            decoder.skip(8);
            float[] read = new float[8];
            decoder.read(read, 0, 8);
            for (int i = 0; i < 8; i++) {
                assertThat(read[i]).isEqualTo(good.values().get(16 + i).floatValue());
            }
        }
    }

    @Test
    void failsAgainAfterADamagedVector() {
        byte[] page = workedExample();
        page[32] = 4;
        DoubleDecoder decoder = ValueDecoders.doubles(Encoding.ALP, page, 0, page.length, null);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> decoder.read(new double[1], 0, 1)).isInstanceOf(CorruptFileException.class);
        }
    }
}
