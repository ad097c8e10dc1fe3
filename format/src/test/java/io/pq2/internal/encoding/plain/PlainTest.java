package io.pq2.internal.encoding.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
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
import io.pq2.internal.encoding.Interleaving;
import io.pq2.internal.encoding.LongDecoder;
import io.pq2.internal.encoding.LongEncoder;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.registry.ValueDecoders;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.rle.HybridBytes;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.plain.BinaryPlainValuesReader;
import org.apache.parquet.column.values.plain.BooleanPlainValuesReader;
import org.apache.parquet.column.values.plain.PlainValuesReader;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridValuesReader;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;

class PlainTest {

    private final EncodedBytes out = new EncodedBytes(3);

    private byte[] finished(ValueEncoder encoder) {
        encoder.finish();
        byte[] bytes = out.toByteArray();
        out.reset();
        return bytes;
    }

    private static ValuesReader peer(ValuesReader reader, int count, byte[] bytes) throws IOException {
        reader.initFromPage(count, ByteBufferInputStream.wrap(ByteBuffer.wrap(bytes)));
        return reader;
    }

    @Property(tries = 60)
    void writesAndReadsIntsAndFloats(@ForAll @IntRange(max = 3000) int count, @ForAll long seed) throws IOException {
        Random random = new Random(seed);
        int[] values = random.ints(count).toArray();
        float[] floats = new float[count];
        for (int i = 0; i < count; i++) {
            floats[i] = Float.intBitsToFloat(values[i]);
        }
        IntEncoder ints = ValueEncoders.ints(Encoding.PLAIN, out);
        Interleaving.evenly(count, 333, (i, n) -> ints.write(values, i, n));
        byte[] bytes = finished(ints);
        FloatEncoder floatEncoder = ValueEncoders.floats(Encoding.PLAIN, out);
        floatEncoder.write(floats, 0, count);
        assertThat(finished(floatEncoder)).isEqualTo(bytes);
        ValuesReader peer = peer(new PlainValuesReader.IntegerPlainValuesReader(), count, bytes);
        for (int value : values) {
            assertThat(peer.readInteger()).isEqualTo(value);
        }
        IntDecoder decoder = ValueDecoders.ints(Encoding.PLAIN, bytes, 0, bytes.length, null);
        int[] read = new int[count];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    decoder.read(read, i, n);
                    assertThat(Arrays.equals(read, i, i + n, values, i, i + n)).isTrue();
                },
                (i, n) -> decoder.skip(n));
        assertThatThrownBy(() -> decoder.skip(1)).isInstanceOf(CorruptFileException.class);
        FloatDecoder floatDecoder = ValueDecoders.floats(Encoding.PLAIN, bytes, 0, bytes.length, null);
        float[] readFloats = new float[count];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    floatDecoder.read(readFloats, i, n);
                    for (int k = i; k < i + n; k++) {
                        assertThat(Float.floatToRawIntBits(readFloats[k])).isEqualTo(values[k]);
                    }
                },
                (i, n) -> floatDecoder.skip(n));
    }

    @Property(tries = 60)
    void writesAndReadsLongsAndDoubles(@ForAll @IntRange(max = 3000) int count, @ForAll long seed) throws IOException {
        Random random = new Random(seed);
        long[] values = random.longs(count).toArray();
        double[] doubles =
                Arrays.stream(values).mapToDouble(Double::longBitsToDouble).toArray();
        LongEncoder longs = ValueEncoders.longs(Encoding.PLAIN, out);
        Interleaving.evenly(count, 333, (i, n) -> longs.write(values, i, n));
        byte[] bytes = finished(longs);
        DoubleEncoder doubleEncoder = ValueEncoders.doubles(Encoding.PLAIN, out);
        doubleEncoder.write(doubles, 0, count);
        assertThat(finished(doubleEncoder)).isEqualTo(bytes);
        ValuesReader peer = peer(new PlainValuesReader.LongPlainValuesReader(), count, bytes);
        for (long value : values) {
            assertThat(peer.readLong()).isEqualTo(value);
        }
        LongDecoder decoder = ValueDecoders.longs(Encoding.PLAIN, bytes, 0, bytes.length, null);
        long[] read = new long[count];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    decoder.read(read, i, n);
                    assertThat(Arrays.equals(read, i, i + n, values, i, i + n)).isTrue();
                },
                (i, n) -> decoder.skip(n));
        assertThatThrownBy(() -> decoder.skip(1)).isInstanceOf(CorruptFileException.class);
        DoubleDecoder doubleDecoder = ValueDecoders.doubles(Encoding.PLAIN, bytes, 0, bytes.length, null);
        double[] readDoubles = new double[count];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    doubleDecoder.read(readDoubles, i, n);
                    for (int k = i; k < i + n; k++) {
                        assertThat(Double.doubleToRawLongBits(readDoubles[k])).isEqualTo(values[k]);
                    }
                },
                (i, n) -> doubleDecoder.skip(n));
    }

    @Property(tries = 200)
    void writesAndReadsBooleansPlainAndInRuns(@ForAll @IntRange(max = 9000) int count, @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        int[] bits = HybridBytes.randomRuns(random, count, 1);
        boolean[] values = new boolean[count];
        for (int i = 0; i < count; i++) {
            values[i] = bits[i] == 1;
        }
        for (Encoding encoding : new Encoding[] {Encoding.PLAIN, Encoding.RLE}) {
            BooleanEncoder encoder = ValueEncoders.booleans(encoding, out);
            for (int page = 0; page < 2; page++) {
                out.reset();
                Interleaving.randomly(
                        random, count, (i, n) -> encoder.write(values, i, n), (i, n) -> encoder.write(values, i, n));
                encoder.finish();
            }
            assertThat(encoder.encoding()).isEqualTo(encoding);
            byte[] bytes = out.toByteArray();
            out.reset();
            ValuesReader peer = peer(
                    encoding == Encoding.RLE
                            ? new RunLengthBitPackingHybridValuesReader(1)
                            : new BooleanPlainValuesReader(),
                    count,
                    bytes);
            for (boolean value : values) {
                assertThat(peer.readBoolean()).isEqualTo(value);
            }
            BooleanDecoder decoder = ValueDecoders.booleans(encoding, bytes, 0, bytes.length);
            boolean[] read = new boolean[count];
            Interleaving.randomly(
                    random,
                    count,
                    (i, n) -> {
                        decoder.read(read, i, n);
                        assertThat(Arrays.equals(read, i, i + n, values, i, i + n))
                                .isTrue();
                    },
                    (i, n) -> decoder.skip(n));
            assertThatThrownBy(() -> decoder.skip(count + 1000)).isInstanceOf(CorruptFileException.class);
        }
    }

    @Property(tries = 100)
    void writesAndReadsFixedLengthBytes(
            @ForAll @IntRange(min = 1, max = 20) int width, @ForAll @IntRange(max = 500) int count, @ForAll long seed) {
        Random random = new Random(seed);
        byte[] values = new byte[width * count];
        random.nextBytes(values);
        FixedBinaryEncoder encoder = ValueEncoders.fixedBinaries(Encoding.PLAIN, width, out);
        Interleaving.evenly(count, 33, (i, n) -> encoder.write(values, i * width, n));
        byte[] bytes = finished(encoder);
        assertThat(bytes).isEqualTo(values);
        FixedBinaryDecoder decoder = ValueDecoders.fixedBinaries(Encoding.PLAIN, bytes, 0, bytes.length, width, null);
        assertThat(decoder.width()).isEqualTo(width);
        byte[] read = new byte[values.length];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    decoder.read(read, i * width, n);
                    assertThat(Arrays.equals(read, i * width, (i + n) * width, values, i * width, (i + n) * width))
                            .isTrue();
                },
                (i, n) -> decoder.skip(n));
        assertThatThrownBy(() -> decoder.skip(1)).isInstanceOf(CorruptFileException.class);
    }

    @Property(tries = 200)
    void writesAndReadsByteArrays(
            @ForAll @IntRange(max = 500) int count, @ForAll @IntRange(max = 60) int maxLength, @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        byte[] source = new byte[200];
        random.nextBytes(source);
        int[] starts = new int[count];
        int[] lengths = new int[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = random.nextInt(maxLength + 1);
            starts[i] = random.nextInt(source.length - lengths[i] + 1);
        }
        BinaryEncoder encoder = ValueEncoders.binaries(Encoding.PLAIN, out);
        Interleaving.evenly(count, 33, (i, n) -> encoder.write(source, starts, lengths, i, n));
        byte[] bytes = finished(encoder);
        PlainValuesWriter peerWriter = new PlainValuesWriter(64, 1 << 16, HeapByteBufferAllocator.getInstance());
        for (int i = 0; i < count; i++) {
            peerWriter.writeBytes(Binary.fromConstantByteArray(source, starts[i], lengths[i]));
        }
        assertThat(bytes).isEqualTo(peerWriter.getBytes().toByteArray());
        ValuesReader peer = peer(new BinaryPlainValuesReader(), count, bytes);
        BinaryDecoder decoder = ValueDecoders.binaries(Encoding.PLAIN, bytes, 0, bytes.length, null);
        int[] readStarts = new int[count];
        int[] readLengths = new int[count];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    decoder.read(readStarts, readLengths, i, n);
                    for (int k = i; k < i + n; k++) {
                        byte[] value = Arrays.copyOfRange(source, starts[k], starts[k] + lengths[k]);
                        assertThat(Arrays.copyOfRange(decoder.bytes(), readStarts[k], readStarts[k] + readLengths[k]))
                                .isEqualTo(value);
                        assertThat(peer.readBytes().getBytes()).isEqualTo(value);
                    }
                },
                (i, n) -> {
                    decoder.skip(n);
                    peer.skip(n);
                });
        assertThatThrownBy(() -> decoder.skip(1)).isInstanceOf(CorruptFileException.class);
        assertThatThrownBy(() -> decoder.read(new int[1], new int[1], 0, 1)).isInstanceOf(CorruptFileException.class);
    }

    @Property(tries = 300)
    void readsSlicesWithinThePageOrReportsAnyBytes(@ForAll byte[] bytes, @ForAll long seed) {
        Random random = new Random(seed);
        byte[] page = bytes.clone();
        for (int i = 0; i < page.length; i++) {
            // Small lengths let the decoder read some values before it detects the damage.
            page[i] = random.nextInt(4) == 0 ? (byte) (page[i] & 3) : random.nextInt(8) == 0 ? page[i] : 0;
        }
        for (boolean skip : new boolean[] {false, true}) {
            BinaryDecoder decoder = ValueDecoders.binaries(Encoding.PLAIN, page, 0, page.length, null);
            int[] starts = new int[1000];
            int[] lengths = new int[1000];
            try {
                if (skip) {
                    decoder.skip(1000);
                } else {
                    decoder.read(starts, lengths, 0, 1000);
                }
                assertThat(page.length).isGreaterThanOrEqualTo(4000);
            } catch (CorruptFileException e) {
                assertThat(e.detail()).contains("BYTE_ARRAY");
            }
            for (int i = 0; i < 1000; i++) {
                assertThat(lengths[i]).isGreaterThanOrEqualTo(0);
                assertThat(starts[i] + lengths[i]).isLessThanOrEqualTo(page.length);
            }
        }
    }

    @Test
    void namesInvalidLengths() {
        for (int length : new int[] {5, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
            byte[] page = ByteBuffer.allocate(8)
                    .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                    .putInt(length)
                    .array();
            assertThatThrownBy(() -> ValueDecoders.binaries(Encoding.PLAIN, page, 0, 8, null)
                            .read(new int[1], new int[1], 0, 1))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("at most 4, found " + Integer.toUnsignedString(length));
        }
        byte[] page = {9, 0, 0, 0, 1};
        assertThatThrownBy(() -> ValueDecoders.booleans(Encoding.RLE, page, 0, 5))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("at most 1 bytes, found 9");
    }

    @Test
    void supportsOrNamesEveryEncodingOfEveryType() {
        for (PhysicalType type : PhysicalType.values()) {
            for (Encoding encoding : Encoding.values()) {
                try {
                    ValueDecoders.open(type, 4, encoding, new byte[8], 0, 8, null);
                } catch (CorruptFileException e) {
                    // There is no dictionary, and 8 zero bytes are no ALP header.
                    assertThat(e.detail())
                            .matches("ALP .*|.*no dictionary page|the format does not define encoding " + encoding
                                    + " for .* values");
                }
                try {
                    ValueEncoder encoder = ValueEncoders.open(type, 4, encoding, out);
                    assertThat(encoder.encoding()).isEqualTo(encoding);
                } catch (UnsupportedFeatureException e) {
                    assertThat(e).hasMessageContaining("encoding " + encoding);
                }
            }
        }
    }
}
