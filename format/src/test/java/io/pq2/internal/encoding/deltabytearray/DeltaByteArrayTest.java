package io.pq2.internal.encoding.deltabytearray;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.LimitExceededException;
import io.pq2.internal.encoding.BinaryDecoder;
import io.pq2.internal.encoding.BinaryEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.FixedBinaryDecoder;
import io.pq2.internal.encoding.FixedBinaryEncoder;
import io.pq2.internal.encoding.Interleaving;
import io.pq2.internal.encoding.deltabinarypacked.DeltaBytes;
import io.pq2.internal.encoding.deltabinarypacked.DeltaIntEncoder;
import io.pq2.internal.encoding.registry.ValueDecoders;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.metadata.Encoding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesReader;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayReader;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.io.api.Binary;

class DeltaByteArrayTest {

    private final EncodedBytes out = new EncodedBytes(3);

    /** Returns byte strings that extend, truncate, repeat or replace their predecessor. */
    private static byte[][] values(Random random, int count, int maxLength) {
        byte[][] values = new byte[count][];
        byte[] last = new byte[0];
        for (int i = 0; i < count; i++) {
            int shared = random.nextInt(4) == 0 ? 0 : random.nextInt(last.length + 1);
            int more = random.nextInt(3) == 0 ? 0 : random.nextInt(maxLength - shared + 1);
            if (random.nextInt(6) == 0) {
                shared = last.length;
                more = 0;
            }
            byte[] value = Arrays.copyOf(last, shared + more);
            for (int k = shared; k < value.length; k++) {
                value[k] = (byte) random.nextInt();
            }
            values[i] = value;
            last = value;
        }
        return values;
    }

    private static byte[] written(ValuesWriter writer, byte[][] values) throws IOException {
        for (byte[] value : values) {
            writer.writeBytes(Binary.fromConstantByteArray(value));
        }
        return writer.getBytes().toByteArray();
    }

    private byte[] written(Encoding encoding, byte[][] values, Random random) {
        int[] starts = new int[values.length];
        int[] lengths = new int[values.length];
        EncodedBytes source = new EncodedBytes();
        for (int i = 0; i < values.length; i++) {
            starts[i] = source.size();
            lengths[i] = values[i].length;
            source.putBytes(values[i], 0, values[i].length);
        }
        BinaryEncoder encoder = ValueEncoders.binaries(encoding, out);
        assertThat(encoder.encoding()).isEqualTo(encoding);
        for (int page = 0; page < 2; page++) {
            out.reset();
            Interleaving.Step write = (i, n) -> encoder.write(source.array(), starts, lengths, i, n);
            Interleaving.randomly(random, values.length, write, write);
            assertThat(encoder.pendingBytes()).isNotNegative();
            encoder.finish();
        }
        return out.toByteArray();
    }

    private static void assertValues(Encoding encoding, byte[][] values, byte[] bytes, Random random) {
        int slack = random.nextBoolean() ? 32 : 0;
        byte[] page = new byte[3 + bytes.length + slack];
        Arrays.fill(page, (byte) 0xA5);
        System.arraycopy(bytes, 0, page, 3, bytes.length);
        BinaryDecoder decoder = ValueDecoders.binaries(encoding, page, 3, 3 + bytes.length, null);
        int[] starts = new int[values.length];
        int[] lengths = new int[values.length];
        int[] from = {0};
        boolean[] wasRead = new boolean[values.length];
        Interleaving.randomly(
                random,
                values.length,
                (i, n) -> {
                    if (random.nextInt(4) == 0) {
                        decoder.release();
                        from[0] = i;
                    }
                    decoder.read(starts, lengths, i, n);
                    Arrays.fill(wasRead, i, i + n, true);
                    // The values that were read since the last release are still present.
                    for (int k = from[0]; k < i + n; k++) {
                        int end = starts[k] + lengths[k];
                        if (wasRead[k]
                                && !Arrays.equals(decoder.bytes(), starts[k], end, values[k], 0, values[k].length)) {
                            assertThat(Arrays.copyOfRange(decoder.bytes(), starts[k], end))
                                    .as("value %d", k)
                                    .isEqualTo(values[k]);
                        }
                    }
                },
                (i, n) -> decoder.skip(n));
        assertThatThrownBy(() -> decoder.skip(1)).isInstanceOf(CorruptFileException.class);
        assertThatThrownBy(() -> decoder.read(new int[1], new int[1], 0, 1)).isInstanceOf(CorruptFileException.class);
    }

    private static void assertPeer(ValuesReader peer, byte[][] values, byte[] bytes) throws IOException {
        peer.initFromPage(values.length, ByteBufferInputStream.wrap(ByteBuffer.wrap(bytes)));
        for (byte[] value : values) {
            assertThat(peer.readBytes().getBytes()).isEqualTo(value);
        }
    }

    @Property(tries = 200)
    void exchangesLengthsAndBytesWithParquetJava(
            @ForAll @IntRange(max = 700) int count, @ForAll @IntRange(max = 70) int maxLength, @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        byte[][] values = values(random, count, maxLength);
        HeapByteBufferAllocator allocator = HeapByteBufferAllocator.getInstance();
        byte[] peerBytes = written(new DeltaLengthByteArrayValuesWriter(100, 1 << 16, allocator), values);
        assertValues(Encoding.DELTA_LENGTH_BYTE_ARRAY, values, peerBytes, random);
        byte[] ours = written(Encoding.DELTA_LENGTH_BYTE_ARRAY, values, random);
        assertValues(Encoding.DELTA_LENGTH_BYTE_ARRAY, values, ours, random);
        assertPeer(new DeltaLengthByteArrayValuesReader(), values, ours);
    }

    @Property(tries = 300)
    void exchangesByteArraysWithParquetJava(
            @ForAll @IntRange(max = 700) int count, @ForAll @IntRange(max = 70) int maxLength, @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        byte[][] values = values(random, count, maxLength);
        HeapByteBufferAllocator allocator = HeapByteBufferAllocator.getInstance();
        byte[] peerBytes = written(new DeltaByteArrayWriter(100, 1 << 16, allocator), values);
        assertValues(Encoding.DELTA_BYTE_ARRAY, values, peerBytes, random);
        byte[] ours = written(Encoding.DELTA_BYTE_ARRAY, values, random);
        assertThat(ours).hasSameSizeAs(peerBytes);
        assertPeer(new DeltaByteArrayReader(), values, ours);
    }

    @Property(tries = 200)
    void readsPrefixesShorterThanPossible(@ForAll @IntRange(max = 300) int count, @ForAll long seed) {
        Random random = new Random(seed);
        byte[][] values = values(random, count, 40);
        long[] prefixes = new long[count];
        long[] suffixes = new long[count];
        EncodedBytes bytes = new EncodedBytes();
        for (int i = 0; i < count; i++) {
            int common = i == 0 ? 0 : Arrays.mismatch(values[i], values[i - 1]);
            prefixes[i] = random.nextInt((common < 0 ? values[i].length : common) + 1);
            suffixes[i] = values[i].length - prefixes[i];
            bytes.putBytes(values[i], (int) prefixes[i], (int) suffixes[i]);
        }
        out.reset();
        for (long[] lengths : new long[][] {prefixes, suffixes}) {
            byte[] encoded = DeltaBytes.random(random, 32).encode(lengths);
            out.putBytes(encoded, 0, encoded.length);
        }
        out.putBytes(bytes);
        assertValues(Encoding.DELTA_BYTE_ARRAY, values, out.toByteArray(), random);
    }

    @Property(tries = 200)
    void writesAndReadsFixedLengthBytes(
            @ForAll @IntRange(max = 20) int width, @ForAll @IntRange(max = 1300) int count, @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        byte[] values = new byte[width * count];
        for (int i = 0; i < values.length; i++) {
            boolean fresh = i < width || random.nextInt(10) == 0;
            values[i] = fresh ? (byte) random.nextInt(3) : values[i - width];
        }
        FixedBinaryEncoder encoder = ValueEncoders.fixedBinaries(Encoding.DELTA_BYTE_ARRAY, width, out);
        assertThat(encoder.encoding()).isEqualTo(Encoding.DELTA_BYTE_ARRAY);
        assertThat(encoder.width()).isEqualTo(width);
        for (int page = 0; page < 2; page++) {
            out.reset();
            Interleaving.evenly(count, 700, (i, n) -> encoder.write(values, i * width, n));
            assertThat(encoder.pendingBytes()).isPositive();
            encoder.finish();
        }
        byte[] bytes = out.toByteArray();
        byte[][] split = new byte[count][];
        for (int i = 0; i < count; i++) {
            split[i] = Arrays.copyOfRange(values, i * width, (i + 1) * width);
        }
        HeapByteBufferAllocator allocator = HeapByteBufferAllocator.getInstance();
        assertThat(written(new DeltaByteArrayWriter(100, 1 << 16, allocator), split))
                .hasSameSizeAs(bytes);
        assertPeer(new DeltaByteArrayReader(), split, bytes);
        FixedBinaryDecoder decoder =
                ValueDecoders.fixedBinaries(Encoding.DELTA_BYTE_ARRAY, bytes, 0, bytes.length, width, null);
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

    @Example
    void writesAndReadsTheExampleOfTheSpecification() {
        byte[][] values = Arrays.stream(new String[] {"axis", "axle", "babble", "babyhood"})
                .map(value -> value.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
        byte[] bytes = written(Encoding.DELTA_BYTE_ARRAY, values, new Random(1));
        assertThat(new String(bytes, StandardCharsets.US_ASCII)).endsWith("axislebabbleyhood");
        assertValues(Encoding.DELTA_BYTE_ARRAY, values, bytes, new Random(1));
    }

    @Example
    void storesARepeatedLongValueOnce() {
        EncodedBytes page = new EncodedBytes();
        DeltaIntEncoder lengths = new DeltaIntEncoder(page);
        int count = 100_000;
        int[] prefixes = new int[count];
        Arrays.fill(prefixes, 1, count, 50_000);
        lengths.write(prefixes, 0, count);
        lengths.finish();
        int[] suffixes = new int[count];
        suffixes[0] = 50_000;
        lengths.write(suffixes, 0, count);
        lengths.finish();
        page.putBytes(new byte[50_000], 0, 50_000);
        BinaryDecoder decoder = ValueDecoders.binaries(Encoding.DELTA_BYTE_ARRAY, page.array(), 0, page.size(), null);
        int[] starts = new int[count];
        int[] valueLengths = new int[count];
        decoder.read(starts, valueLengths, 0, count);
        assertThat(valueLengths).containsOnly(50_000);
        assertThat(decoder.bytes().length).isLessThan(200_000);
    }

    @Example
    void refusesHugeExpansionAndReadsSmallBatches() {
        EncodedBytes page = new EncodedBytes();
        DeltaIntEncoder lengths = new DeltaIntEncoder(page);
        int count = 4000;
        int[] prefixes = new int[count];
        Arrays.fill(prefixes, 1, count, 500_000);
        lengths.write(prefixes, 0, count);
        lengths.finish();
        int[] suffixes = new int[count];
        Arrays.fill(suffixes, 1);
        suffixes[0] = 500_000;
        lengths.write(suffixes, 0, count);
        lengths.finish();
        page.putBytes(new byte[500_000 + count], 0, 500_000 + count);
        int[] starts = new int[count];
        int[] valueLengths = new int[count];
        BinaryDecoder all = ValueDecoders.binaries(Encoding.DELTA_BYTE_ARRAY, page.array(), 0, page.size(), null);
        assertThatThrownBy(() -> all.read(starts, valueLengths, 0, count))
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining("pq2.read.maxDecodingBytes");
        BinaryDecoder some = ValueDecoders.binaries(Encoding.DELTA_BYTE_ARRAY, page.array(), 0, page.size(), null);
        for (int i = 0; i < count; i += 40) {
            some.release();
            some.read(starts, valueLengths, i, 40);
        }
        assertThat(some.bytes().length).isLessThan(64_000_000);
        BinaryDecoder skipped = ValueDecoders.binaries(Encoding.DELTA_BYTE_ARRAY, page.array(), 0, page.size(), null);
        skipped.skip(count - 1);
        skipped.read(starts, valueLengths, 0, 1);
        assertThat(skipped.bytes().length).isLessThan(3_000_000);
    }

    @Example
    void namesInvalidLengths() {
        assertCorrupt("expected lengths of 0 or more", Encoding.DELTA_LENGTH_BYTE_ARRAY, new long[] {3, -1});
        assertCorrupt(
                "the lengths of the values add up to 13 bytes, found 12",
                Encoding.DELTA_LENGTH_BYTE_ARRAY,
                new long[] {3, 10});
        assertCorrupt("add up to 4294967294 bytes, found 12", Encoding.DELTA_LENGTH_BYTE_ARRAY, new long[] {
            Integer.MAX_VALUE, Integer.MAX_VALUE
        });
        assertCorrupt(
                "prefix length of at most 0, the length of the previous value, found 1",
                Encoding.DELTA_BYTE_ARRAY,
                new long[] {1, 0},
                new long[] {3, 3});
        assertCorrupt(
                "prefix length of at most 3, the length of the previous value, found 4",
                Encoding.DELTA_BYTE_ARRAY,
                new long[] {0, 4},
                new long[] {3, 3});
        assertCorrupt(
                "prefix length of at most 3, the length of the previous value, found -1",
                Encoding.DELTA_BYTE_ARRAY,
                new long[] {0, -1},
                new long[] {3, 3});
        assertCorrupt(
                "suffix length of at most 9, found 10", Encoding.DELTA_BYTE_ARRAY, new long[] {0, 1}, new long[] {3, 10
                });
        assertCorrupt(
                "suffix length of at most 9, found -1", Encoding.DELTA_BYTE_ARRAY, new long[] {0, 1}, new long[] {3, -1
                });
        assertCorrupt(
                "total value count of at least 2, found 1", Encoding.DELTA_BYTE_ARRAY, new long[] {0, 0}, new long[] {3
                });
    }

    private void assertCorrupt(String message, Encoding encoding, long[]... lengths) {
        out.reset();
        for (long[] encoded : lengths) {
            byte[] bytes = new DeltaBytes(new Random(1), 32, 128, 4, false).encode(encoded);
            out.putBytes(bytes, 0, bytes.length);
        }
        out.putBytes(new byte[12], 0, 12);
        byte[] page = out.toByteArray();
        assertThatThrownBy(() -> ValueDecoders.binaries(encoding, page, 0, page.length, null)
                        .read(new int[2], new int[2], 0, 2))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(
                        encoding == Encoding.DELTA_BYTE_ARRAY && message.startsWith("total")
                                ? "DELTA_BINARY_PACKED: "
                                : encoding + ": ")
                .hasMessageContaining(message);
    }

    @Example
    void namesInvalidFixedLengths() {
        assertFixedCorrupt("a prefix and a suffix of 4 bytes together, found 2 and 3", 0, 2, 4, 3);
        assertFixedCorrupt("a prefix and a suffix of 4 bytes together, found -1 and 5", 0, -1, 4, 5);
        assertFixedCorrupt("the first value has a prefix of 1 bytes", 1, 0, 3, 4);
    }

    private void assertFixedCorrupt(String message, long prefix1, long prefix2, long suffix1, long suffix2) {
        out.reset();
        for (long[] lengths : new long[][] {{prefix1, prefix2}, {suffix1, suffix2}}) {
            byte[] bytes = new DeltaBytes(new Random(1), 32, 128, 4, false).encode(lengths);
            out.putBytes(bytes, 0, bytes.length);
        }
        out.putBytes(new byte[12], 0, 12);
        byte[] page = out.toByteArray();
        FixedBinaryDecoder decoder =
                ValueDecoders.fixedBinaries(Encoding.DELTA_BYTE_ARRAY, page, 0, page.length, 4, null);
        assertThatThrownBy(() -> decoder.read(new byte[8], 0, 2))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith("DELTA_BYTE_ARRAY: ")
                .hasMessageEndingWith(message);
    }
}
