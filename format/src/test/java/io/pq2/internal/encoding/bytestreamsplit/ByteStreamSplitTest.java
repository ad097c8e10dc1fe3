package io.pq2.internal.encoding.bytestreamsplit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
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
import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesReaderForFLBA;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;

class ByteStreamSplitTest {

    private static final int SLAB = 64;
    private static final int PAGE = 1 << 16;

    private final EncodedBytes out = new EncodedBytes(3);

    private byte[] finished(ValueEncoder encoder) {
        encoder.finish();
        assertThat(encoder.pendingBytes()).isZero();
        byte[] bytes = out.toByteArray();
        out.reset();
        return bytes;
    }

    private static byte[] bytesOf(ValuesWriter writer) throws IOException {
        byte[] bytes = writer.getBytes().toByteArray();
        writer.close();
        return bytes;
    }

    /** Puts the bytes into the middle of a page. */
    private static byte[] inPage(byte[] bytes) {
        byte[] page = new byte[bytes.length + 20];
        Arrays.fill(page, (byte) 0x55);
        System.arraycopy(bytes, 0, page, 7, bytes.length);
        return page;
    }

    @Property(tries = 100)
    void writesAndReadsIntsAndFloats(@ForAll @IntRange(max = 2500) int count, @ForAll long seed) throws IOException {
        Random random = new Random(seed);
        int[] values = random.ints(count).toArray();
        float[] floats = new float[count];
        ValuesWriter peer = new ByteStreamSplitValuesWriter.IntegerByteStreamSplitValuesWriter(
                SLAB, PAGE, HeapByteBufferAllocator.getInstance());
        for (int i = 0; i < count; i++) {
            floats[i] = Float.intBitsToFloat(values[i]);
            peer.writeInteger(values[i]);
        }
        byte[] expected = bytesOf(peer);
        IntEncoder ints = ValueEncoders.ints(Encoding.BYTE_STREAM_SPLIT, out);
        FloatEncoder floatEncoder = ValueEncoders.floats(Encoding.BYTE_STREAM_SPLIT, out);
        for (int page = 0; page < 2; page++) {
            Interleaving.evenly(count, 333, (i, n) -> ints.write(values, i, n));
            assertThat(ints.pendingBytes()).isEqualTo(4 * count);
            assertThat(finished(ints)).isEqualTo(expected);
            floatEncoder.write(floats, 0, count);
            assertThat(finished(floatEncoder)).isEqualTo(expected);
        }
        byte[] bytes = inPage(expected);
        IntDecoder decoder = ValueDecoders.ints(Encoding.BYTE_STREAM_SPLIT, bytes, 7, 7 + expected.length, null);
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
        FloatDecoder floatDecoder =
                ValueDecoders.floats(Encoding.BYTE_STREAM_SPLIT, bytes, 7, 7 + expected.length, null);
        float[] readFloats = new float[count + 2];
        floatDecoder.read(readFloats, 1, count);
        for (int i = 0; i < count; i++) {
            assertThat(Float.floatToRawIntBits(readFloats[i + 1])).isEqualTo(values[i]);
        }
        assertThat(readFloats[0]).isZero();
        assertThat(readFloats[count + 1]).isZero();
    }

    @Property(tries = 100)
    void writesAndReadsLongsAndDoubles(@ForAll @IntRange(max = 2500) int count, @ForAll long seed) throws IOException {
        Random random = new Random(seed);
        long[] values = random.longs(count).toArray();
        double[] doubles = new double[count];
        ValuesWriter peer = new ByteStreamSplitValuesWriter.LongByteStreamSplitValuesWriter(
                SLAB, PAGE, HeapByteBufferAllocator.getInstance());
        for (int i = 0; i < count; i++) {
            doubles[i] = Double.longBitsToDouble(values[i]);
            peer.writeLong(values[i]);
        }
        byte[] expected = bytesOf(peer);
        LongEncoder longs = ValueEncoders.longs(Encoding.BYTE_STREAM_SPLIT, out);
        DoubleEncoder doubleEncoder = ValueEncoders.doubles(Encoding.BYTE_STREAM_SPLIT, out);
        for (int page = 0; page < 2; page++) {
            Interleaving.evenly(count, 333, (i, n) -> longs.write(values, i, n));
            assertThat(finished(longs)).isEqualTo(expected);
            doubleEncoder.write(doubles, 0, count);
            assertThat(finished(doubleEncoder)).isEqualTo(expected);
        }
        byte[] bytes = inPage(expected);
        LongDecoder decoder = ValueDecoders.longs(Encoding.BYTE_STREAM_SPLIT, bytes, 7, 7 + expected.length, null);
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
        DoubleDecoder doubleDecoder =
                ValueDecoders.doubles(Encoding.BYTE_STREAM_SPLIT, bytes, 7, 7 + expected.length, null);
        double[] readDoubles = new double[count + 2];
        doubleDecoder.read(readDoubles, 1, count);
        for (int i = 0; i < count; i++) {
            assertThat(Double.doubleToRawLongBits(readDoubles[i + 1])).isEqualTo(values[i]);
        }
        assertThat(readDoubles[0]).isZero();
        assertThat(readDoubles[count + 1]).isZero();
    }

    @Property(tries = 300)
    void writesAndReadsFixedLengthBytes(
            @ForAll @IntRange(min = 1, max = 35) int width, @ForAll @IntRange(max = 600) int count, @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        byte[] values = new byte[width * count];
        random.nextBytes(values);
        ValuesWriter peer = new ByteStreamSplitValuesWriter.FixedLenByteArrayByteStreamSplitValuesWriter(
                width, SLAB, PAGE, HeapByteBufferAllocator.getInstance());
        for (int i = 0; i < count; i++) {
            peer.writeBytes(Binary.fromConstantByteArray(values, i * width, width));
        }
        byte[] expected = bytesOf(peer);
        FixedBinaryEncoder encoder = ValueEncoders.fixedBinaries(Encoding.BYTE_STREAM_SPLIT, width, out);
        Interleaving.evenly(count, 33, (i, n) -> encoder.write(values, i * width, n));
        assertThat(finished(encoder)).isEqualTo(expected);
        FixedBinaryDecoder decoder = ValueDecoders.fixedBinaries(
                Encoding.BYTE_STREAM_SPLIT, inPage(expected), 7, 7 + expected.length, width, null);
        assertThat(decoder.width()).isEqualTo(width);
        ValuesReader peerReader = new ByteStreamSplitValuesReaderForFLBA(width);
        peerReader.initFromPage(count, ByteBufferInputStream.wrap(ByteBuffer.wrap(expected)));
        byte[] read = new byte[values.length];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    decoder.read(read, i * width, n);
                    assertThat(Arrays.equals(read, i * width, (i + n) * width, values, i * width, (i + n) * width))
                            .isTrue();
                    for (int k = i; k < i + n; k++) {
                        assertThat(peerReader.readBytes().getBytes())
                                .isEqualTo(Arrays.copyOfRange(values, k * width, (k + 1) * width));
                    }
                },
                (i, n) -> {
                    decoder.skip(n);
                    peerReader.skip(n);
                });
        assertThatThrownBy(() -> decoder.skip(1)).isInstanceOf(CorruptFileException.class);
    }

    @Test
    void writesAndReadsTheExampleOfTheSpecification() {
        byte[] plain = HexFormat.ofDelimiter(" ").parseHex("AA BB CC DD 00 11 22 33 A3 B4 C5 D6");
        float[] values = new float[3];
        ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
        FloatEncoder encoder = ValueEncoders.floats(Encoding.BYTE_STREAM_SPLIT, out);
        encoder.write(values, 0, 3);
        byte[] split = HexFormat.ofDelimiter(" ").parseHex("AA 00 A3 BB 11 B4 CC 22 C5 DD 33 D6");
        assertThat(finished(encoder)).isEqualTo(split);
        float[] read = new float[3];
        ValueDecoders.floats(Encoding.BYTE_STREAM_SPLIT, split, 0, 12, null).read(read, 0, 3);
        assertThat(read).isEqualTo(values);
    }

    @Test
    void rejectsIncompleteValues() {
        for (PhysicalType type : new PhysicalType[] {
            PhysicalType.INT32,
            PhysicalType.INT64,
            PhysicalType.FLOAT,
            PhysicalType.DOUBLE,
            PhysicalType.FIXED_LEN_BYTE_ARRAY
        }) {
            assertThatThrownBy(() -> ValueDecoders.open(type, 5, Encoding.BYTE_STREAM_SPLIT, new byte[40], 0, 39, null))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("BYTE_STREAM_SPLIT " + type)
                    .hasMessageContaining("found 39 bytes");
        }
    }

    @Test
    void writesAndReadsFixedLengthBytesOfLengthZero() {
        FixedBinaryEncoder encoder = ValueEncoders.fixedBinaries(Encoding.BYTE_STREAM_SPLIT, 0, out);
        encoder.write(new byte[0], 0, 9);
        assertThat(finished(encoder)).isEmpty();
        FixedBinaryDecoder decoder =
                ValueDecoders.fixedBinaries(Encoding.BYTE_STREAM_SPLIT, new byte[0], 0, 0, 0, null);
        decoder.read(new byte[0], 0, 5);
        decoder.skip(4);
        assertThatThrownBy(() -> ValueDecoders.fixedBinaries(Encoding.BYTE_STREAM_SPLIT, new byte[1], 0, 1, 0, null))
                .isInstanceOf(CorruptFileException.class);
    }

    @Test
    void doesNotApplyToInt96() {
        assertThatThrownBy(() -> ValueEncoders.open(PhysicalType.INT96, 0, Encoding.BYTE_STREAM_SPLIT, out))
                .isInstanceOf(UnsupportedFeatureException.class);
        assertThatThrownBy(() -> ValueDecoders.open(
                        PhysicalType.INT96, 0, Encoding.BYTE_STREAM_SPLIT, new byte[12], 0, 12, null))
                .isInstanceOf(CorruptFileException.class);
    }
}
