package io.pq2.internal.encoding.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.BinaryDecoder;
import io.pq2.internal.encoding.BinaryEncoder;
import io.pq2.internal.encoding.BooleanDecoder;
import io.pq2.internal.encoding.BooleanEncoder;
import io.pq2.internal.encoding.DoubleDecoder;
import io.pq2.internal.encoding.DoubleEncoder;
import io.pq2.internal.encoding.EncodedBytes;
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
import io.pq2.internal.encoding.deltalengthbytearray.DeltaLengthBinaryDecoder;
import io.pq2.internal.encoding.dictionary.DictionaryIdEncoder;
import io.pq2.internal.encoding.dictionary.PlainDictionary;
import io.pq2.internal.encoding.plain.PlainBinaryDecoder;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.Vector;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Decodes truncated and changed pages. The result is values or a report of a corrupt file, and nothing else. */
class HostilePagesTest {

    private static final int COUNT = 100;
    private static final int WIDTH = 5;

    static Stream<Arguments> pages() {
        Stream.Builder<Arguments> pages = Stream.builder();
        for (PhysicalType type : PhysicalType.values()) {
            pages.add(Arguments.of(type, Encoding.PLAIN));
            pages.add(Arguments.of(type, type == PhysicalType.BOOLEAN ? Encoding.RLE : Encoding.RLE_DICTIONARY));
            switch (type) {
                case INT32, INT64 -> {
                    pages.add(Arguments.of(type, Encoding.BYTE_STREAM_SPLIT));
                    pages.add(Arguments.of(type, Encoding.DELTA_BINARY_PACKED));
                }
                case FLOAT, DOUBLE -> {
                    pages.add(Arguments.of(type, Encoding.BYTE_STREAM_SPLIT));
                    pages.add(Arguments.of(type, Encoding.ALP));
                }
                case FIXED_LEN_BYTE_ARRAY -> {
                    pages.add(Arguments.of(type, Encoding.BYTE_STREAM_SPLIT));
                    pages.add(Arguments.of(type, Encoding.DELTA_BYTE_ARRAY));
                }
                case BYTE_ARRAY -> {
                    pages.add(Arguments.of(type, Encoding.DELTA_LENGTH_BYTE_ARRAY));
                    pages.add(Arguments.of(type, Encoding.DELTA_BYTE_ARRAY));
                }
                case BOOLEAN, INT96 -> {
                    // The format has no other encodings for these types.
                }
            }
        }
        return pages.build();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void decodesOrReportsTruncatedPages(PhysicalType type, Encoding encoding) {
        byte[] page = page(type, encoding, new Random(1));
        Vector dictionary = dictionary(type, encoding);
        assertThat(isCorrupt(type, encoding, page, dictionary)).isFalse();
        int corrupt = 0;
        for (int length = 0; length < page.length; length++) {
            if (isCorrupt(type, encoding, Arrays.copyOf(page, length), dictionary)) {
                corrupt++;
            }
        }
        // Padding of a run or of the last miniblock is not needed to read the values.
        int padding = encoding == Encoding.DELTA_BINARY_PACKED ? 29 * Long.BYTES : 4;
        assertThat(corrupt).isGreaterThanOrEqualTo(page.length - padding);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void decodesOrReportsChangedPages(PhysicalType type, Encoding encoding) {
        Random random = new Random(2);
        byte[] page = page(type, encoding, random);
        Vector dictionary = dictionary(type, encoding);
        for (int i = 0; i < 3000; i++) {
            byte[] changed = page.clone();
            for (int k = random.nextInt(4); k >= 0; k--) {
                int at = random.nextInt(random.nextBoolean() ? Math.min(8, changed.length) : changed.length);
                changed[at] =
                        random.nextBoolean() ? (byte) random.nextInt() : (byte) (changed[at] ^ 1 << random.nextInt(8));
            }
            isCorrupt(type, encoding, changed, dictionary);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void decodesOrReportsChangedDictionaries(PhysicalType type, Encoding encoding) {
        if (encoding != Encoding.RLE_DICTIONARY) {
            return;
        }
        Random random = new Random(3);
        byte[] page = page(type, Encoding.PLAIN, random);
        for (int i = 0; i < 1000; i++) {
            byte[] changed = Arrays.copyOf(page, random.nextInt(page.length + 1));
            if (changed.length > 0) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            try {
                Vector read = PlainDictionary.read(type, WIDTH, changed, 0, changed.length, random.nextInt(2 * COUNT));
                assertThat(read.nullCount()).isZero();
            } catch (CorruptFileException e) {
                assertThat(e.detail()).isNotEmpty();
            }
        }
    }

    @Test
    void rejectsNegativeTypeLengths() {
        assertThatThrownBy(() -> ValueDecoders.open(
                        PhysicalType.FIXED_LEN_BYTE_ARRAY, -1, Encoding.PLAIN, new byte[8], 0, 8, null))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("type_length");
        assertThatThrownBy(() -> PlainDictionary.read(PhysicalType.FIXED_LEN_BYTE_ARRAY, -1, new byte[8], 0, 8, 2))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("type_length");
    }

    private static boolean isCorrupt(PhysicalType type, Encoding encoding, byte[] page, Vector dictionary) {
        // The decoder must not read the bytes after the page.
        byte[] bytes = new byte[page.length + 40];
        Arrays.fill(bytes, (byte) 0x7F);
        System.arraycopy(page, 0, bytes, 8, page.length);
        int[] steps = {1, 7, 64, COUNT - 72};
        try {
            ValueDecoder skipping = ValueDecoders.open(type, WIDTH, encoding, bytes, 8, 8 + page.length, dictionary);
            skipping.skip(70);
            read(skipping, 1, 8, 8 + page.length);
        } catch (CorruptFileException e) {
            assertThat(e.detail()).isNotEmpty();
        }
        try {
            ValueDecoder decoder = ValueDecoders.open(type, WIDTH, encoding, bytes, 8, 8 + page.length, dictionary);
            for (int step : steps) {
                read(decoder, step, 8, 8 + page.length);
            }
            return false;
        } catch (CorruptFileException e) {
            assertThat(e.detail()).isNotEmpty();
            return true;
        }
    }

    private static void read(ValueDecoder decoder, int count, int offset, int limit) {
        if (decoder instanceof BooleanDecoder booleans) {
            booleans.read(new boolean[count], 0, count);
        } else if (decoder instanceof IntDecoder ints) {
            ints.read(new int[count], 0, count);
        } else if (decoder instanceof LongDecoder longs) {
            longs.read(new long[count], 0, count);
        } else if (decoder instanceof FloatDecoder floats) {
            floats.read(new float[count], 0, count);
        } else if (decoder instanceof DoubleDecoder doubles) {
            doubles.read(new double[count], 0, count);
        } else if (decoder instanceof FixedBinaryDecoder fixed) {
            fixed.read(new byte[count * fixed.width()], 0, count);
        } else if (decoder instanceof BinaryDecoder binaries) {
            int[] starts = new int[count];
            int[] lengths = new int[count];
            binaries.read(starts, lengths, 0, count);
            boolean plain = binaries instanceof PlainBinaryDecoder || binaries instanceof DeltaLengthBinaryDecoder;
            for (int i = 0; i < count; i++) {
                assertThat(lengths[i]).isNotNegative();
                assertThat(starts[i]).isGreaterThanOrEqualTo(plain ? offset : 0);
                assertThat(starts[i] + lengths[i]).isLessThanOrEqualTo(plain ? limit : binaries.bytes().length);
            }
        }
    }

    private static byte[] page(PhysicalType type, Encoding encoding, Random random) {
        EncodedBytes out = new EncodedBytes();
        if (encoding == Encoding.RLE_DICTIONARY) {
            DictionaryIdEncoder ids = new DictionaryIdEncoder(out, 11);
            ids.write(random.ints(COUNT - 30, 0, 11).toArray(), 0, COUNT - 30);
            ids.writeRepeated(7, 30);
            ids.finish();
            return out.toByteArray();
        }
        ValueEncoder encoder = ValueEncoders.open(type, WIDTH, encoding, out);
        if (encoder instanceof BooleanEncoder booleans) {
            boolean[] values = new boolean[COUNT];
            for (int i = 0; i < COUNT; i++) {
                values[i] = random.nextBoolean();
            }
            booleans.write(values, 0, COUNT);
        } else if (encoder instanceof IntEncoder ints) {
            ints.write(random.ints(COUNT, -9, 900).toArray(), 0, COUNT);
        } else if (encoder instanceof LongEncoder longs) {
            longs.write(random.longs(COUNT).toArray(), 0, COUNT);
        } else if (encoder instanceof FloatEncoder floats) {
            float[] values = new float[COUNT];
            for (int i = 0; i < COUNT; i++) {
                values[i] = i % 10 == 7 ? Float.NaN : i / 4f;
            }
            floats.write(values, 0, COUNT);
        } else if (encoder instanceof DoubleEncoder doubles) {
            double[] values = new double[COUNT];
            for (int i = 0; i < COUNT; i++) {
                values[i] = i % 10 == 7 ? Math.PI : i / 4.0;
            }
            doubles.write(values, 0, COUNT);
        } else if (encoder instanceof FixedBinaryEncoder fixed) {
            byte[] values = new byte[COUNT * fixed.width()];
            for (int i = 0; i < values.length; i++) {
                values[i] = (byte) (random.nextInt(8) / 7);
            }
            fixed.write(values, 0, COUNT);
        } else if (encoder instanceof BinaryEncoder binaries) {
            byte[] values = new byte[22];
            values[20] = 1;
            binaries.write(
                    values,
                    random.ints(COUNT, 0, 3).toArray(),
                    random.ints(COUNT, 1, 20).toArray(),
                    0,
                    COUNT);
        }
        encoder.finish();
        return out.toByteArray();
    }

    private static Vector dictionary(PhysicalType type, Encoding encoding) {
        if (encoding != Encoding.RLE_DICTIONARY) {
            return null;
        }
        if (type == PhysicalType.BYTE_ARRAY) {
            return new BinaryVector(11, new byte[3], new int[11], new int[11], null);
        }
        byte[] page = new byte[11 * 12];
        return PlainDictionary.read(type, WIDTH, page, 0, page.length, 11);
    }
}
