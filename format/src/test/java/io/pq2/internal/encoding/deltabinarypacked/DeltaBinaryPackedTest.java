package io.pq2.internal.encoding.deltabinarypacked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.IntDecoder;
import io.pq2.internal.encoding.IntEncoder;
import io.pq2.internal.encoding.Interleaving;
import io.pq2.internal.encoding.LongDecoder;
import io.pq2.internal.encoding.LongEncoder;
import io.pq2.internal.encoding.registry.ValueDecoders;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.metadata.Encoding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;

class DeltaBinaryPackedTest {

    private final EncodedBytes out = new EncodedBytes(3);

    private static DeltaBinaryPackingValuesReader peer(int count, byte[] bytes) throws IOException {
        DeltaBinaryPackingValuesReader reader = new DeltaBinaryPackingValuesReader();
        reader.initFromPage(count, ByteBufferInputStream.wrap(ByteBuffer.wrap(bytes)));
        return reader;
    }

    /**
     * Puts the bytes into the middle of a page, with and without bytes after it, and reads all values and with skips.
     */
    private static void assertInts(int[] values, byte[] bytes, Random random) {
        int slack = random.nextBoolean() ? 32 : 0;
        byte[] page = new byte[3 + bytes.length + slack];
        Arrays.fill(page, (byte) 0xA5);
        System.arraycopy(bytes, 0, page, 3, bytes.length);
        assertThat(new DeltaIntDecoder(page, 3, 3 + bytes.length).end()).isEqualTo(3 + bytes.length);
        IntDecoder all = ValueDecoders.ints(Encoding.DELTA_BINARY_PACKED, page, 3, 3 + bytes.length, null);
        int[] read = new int[values.length];
        all.read(read, 0, values.length);
        assertThat(read).isEqualTo(values);
        IntDecoder some = ValueDecoders.ints(Encoding.DELTA_BINARY_PACKED, page, 3, 3 + bytes.length, null);
        Interleaving.randomly(
                random,
                values.length,
                (i, n) -> {
                    some.read(read, i, n);
                    assertThat(Arrays.equals(read, i, i + n, values, i, i + n)).isTrue();
                },
                (i, n) -> some.skip(n));
        assertThatThrownBy(() -> some.skip(1)).isInstanceOf(CorruptFileException.class);
        assertThatThrownBy(() -> some.read(new int[1], 0, 1))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("DELTA_BINARY_PACKED: expected a total value count of at least " + (values.length + 1)
                        + ", found " + values.length);
    }

    private static void assertLongs(long[] values, byte[] bytes, Random random) {
        int slack = random.nextBoolean() ? 32 : 0;
        byte[] page = new byte[3 + bytes.length + slack];
        Arrays.fill(page, (byte) 0xA5);
        System.arraycopy(bytes, 0, page, 3, bytes.length);
        LongDecoder all = ValueDecoders.longs(Encoding.DELTA_BINARY_PACKED, page, 3, 3 + bytes.length, null);
        long[] read = new long[values.length];
        all.read(read, 0, values.length);
        assertThat(read).isEqualTo(values);
        LongDecoder some = ValueDecoders.longs(Encoding.DELTA_BINARY_PACKED, page, 3, 3 + bytes.length, null);
        Interleaving.randomly(
                random,
                values.length,
                (i, n) -> {
                    some.read(read, i, n);
                    assertThat(Arrays.equals(read, i, i + n, values, i, i + n)).isTrue();
                },
                (i, n) -> some.skip(n));
        assertThatThrownBy(() -> some.skip(1)).isInstanceOf(CorruptFileException.class);
        assertThatThrownBy(() -> some.read(new long[1], 0, 1)).isInstanceOf(CorruptFileException.class);
    }

    private static int[] ints(long[] values) {
        return Arrays.stream(values).mapToInt(value -> (int) value).toArray();
    }

    @Property(tries = 300)
    void readsIntsInBlocksOfAnySize(@ForAll @IntRange(max = 1500) int count, @ForAll long seed) {
        Random random = new Random(seed);
        long[] values = DeltaBytes.values(random, count, 32);
        assertInts(ints(values), DeltaBytes.random(random, 32).encode(values), random);
    }

    @Property(tries = 300)
    void readsLongsInBlocksOfAnySize(@ForAll @IntRange(max = 1500) int count, @ForAll long seed) {
        Random random = new Random(seed);
        long[] values = DeltaBytes.values(random, count, 64);
        assertLongs(values, DeltaBytes.random(random, 64).encode(values), random);
    }

    @Property(tries = 200)
    void exchangesIntsWithParquetJava(@ForAll @IntRange(max = 1500) int count, @ForAll long seed) throws IOException {
        Random random = new Random(seed);
        int[] values = ints(DeltaBytes.values(random, count, 32));
        int miniblocks = 1 << random.nextInt(3);
        ValuesWriter writer = new DeltaBinaryPackingValuesWriterForInteger(
                128 * miniblocks, miniblocks, 100, 1 << 16, HeapByteBufferAllocator.getInstance());
        for (int value : values) {
            writer.writeInteger(value);
        }
        assertInts(values, writer.getBytes().toByteArray(), random);

        IntEncoder encoder = ValueEncoders.ints(Encoding.DELTA_BINARY_PACKED, out);
        for (int page = 0; page < 2; page++) {
            out.reset();
            Interleaving.randomly(
                    random, count, (i, n) -> encoder.write(values, i, n), (i, n) -> encoder.write(values, i, n));
            int pending = encoder.pendingBytes();
            encoder.finish();
            assertThat(out.size()).isBetween(pending - 128 * Integer.BYTES, pending + 160);
        }
        assertThat(encoder.encoding()).isEqualTo(Encoding.DELTA_BINARY_PACKED);
        byte[] ours = out.toByteArray();
        assertInts(values, ours, random);
        DeltaBinaryPackingValuesReader reader = peer(count, ours);
        for (int value : values) {
            assertThat(reader.readInteger()).isEqualTo(value);
        }
    }

    @Property(tries = 200)
    void exchangesLongsWithParquetJava(@ForAll @IntRange(max = 1500) int count, @ForAll long seed) throws IOException {
        Random random = new Random(seed);
        long[] values = DeltaBytes.values(random, count, 64);
        int miniblocks = 1 << random.nextInt(3);
        ValuesWriter writer = new DeltaBinaryPackingValuesWriterForLong(
                128 * miniblocks, miniblocks, 100, 1 << 16, HeapByteBufferAllocator.getInstance());
        for (long value : values) {
            writer.writeLong(value);
        }
        assertLongs(values, writer.getBytes().toByteArray(), random);

        LongEncoder encoder = ValueEncoders.longs(Encoding.DELTA_BINARY_PACKED, out);
        for (int page = 0; page < 2; page++) {
            out.reset();
            Interleaving.randomly(
                    random, count, (i, n) -> encoder.write(values, i, n), (i, n) -> encoder.write(values, i, n));
            encoder.finish();
        }
        byte[] ours = out.toByteArray();
        assertLongs(values, ours, random);
        DeltaBinaryPackingValuesReader reader = peer(count, ours);
        for (long value : values) {
            assertThat(reader.readLong()).isEqualTo(value);
        }
    }

    @Example
    void writesAndReadsEveryBitWidth() throws IOException {
        Random random = new Random(1);
        for (int width = 0; width <= 64; width++) {
            long[] values = new long[300];
            for (int i = 1; i < values.length; i++) {
                // Each block has a delta of 0 and a delta with all bits set.
                long delta = i % 50 == 1 ? 0 : i % 50 == 2 ? -1L : random.nextLong();
                values[i] = values[i - 1] + (width == 0 ? 0 : delta >>> -width);
            }
            LongEncoder encoder = ValueEncoders.longs(Encoding.DELTA_BINARY_PACKED, out);
            out.reset();
            encoder.write(values, 0, values.length);
            encoder.finish();
            byte[] bytes = out.toByteArray();
            assertLongs(values, bytes, random);
            assertThat(peer(values.length, bytes).readLong()).isZero();
            if (width <= 32) {
                IntEncoder ints = ValueEncoders.ints(Encoding.DELTA_BINARY_PACKED, out);
                out.reset();
                ints.write(ints(values), 0, values.length);
                ints.finish();
                assertInts(ints(values), out.toByteArray(), random);
            }
        }
    }

    @Example
    void writesAndReadsCountsAroundEveryBoundary() {
        Random random = new Random(2);
        for (int count : new int[] {0, 1, 2, 31, 32, 33, 34, 64, 65, 127, 128, 129, 130, 256, 257, 258, 385}) {
            for (int bits : new int[] {32, 64}) {
                long[] values = DeltaBytes.values(random, count, bits);
                for (boolean untidy : new boolean[] {false, true}) {
                    byte[] bytes = new DeltaBytes(random, bits, 128, 4, untidy).encode(values);
                    byte[] big = new DeltaBytes(random, bits, 2048, 1, untidy).encode(values);
                    if (bits == 32) {
                        assertInts(ints(values), bytes, random);
                        assertInts(ints(values), big, random);
                    } else {
                        assertLongs(values, bytes, random);
                        assertLongs(values, big, random);
                    }
                }
            }
        }
    }

    @Example
    void readsTheExamplesOfTheSpecification() {
        // The block sizes are valid; the specification uses 8.
        byte[] ramp = {(byte) 0x80, 1, 4, 5, 2, 2, 0, 0, 0, 0};
        assertInts(new int[] {1, 2, 3, 4, 5}, ramp, new Random(3));
        byte[] valley = {(byte) 0x80, 1, 4, 8, 14, 3, 2, 9, 9, 9, (byte) 0b11000000, 0b00111111, 0, 0, 0, 0, 0, 0};
        assertInts(new int[] {7, 5, 3, 1, 2, 3, 4, 5}, valley, new Random(4));
    }

    @Example
    void readsPagesWithoutPadding() {
        byte[] valley = {(byte) 0x80, 1, 4, 8, 14, 3, 2, 0, 0, 0, (byte) 0b11000000, 0b00111111};
        assertInts(new int[] {7, 5, 3, 1, 2, 3, 4, 5}, valley, new Random(5));
    }

    @Example
    void writesAndReadsAPageWithoutValues() {
        assertInts(new int[0], new byte[] {(byte) 0x80, 1, 4, 0, 0}, new Random(6));
        assertInts(new int[0], new byte[] {0, 0, 0, 0}, new Random(6));
        IntEncoder encoder = ValueEncoders.ints(Encoding.DELTA_BINARY_PACKED, out);
        encoder.finish();
        assertThat(out.toByteArray()).isEqualTo(new byte[] {(byte) 0x80, 1, 4, 0, 0});
    }

    @Example
    void skipsAndReadsAHugeBlock() {
        // One block of 2^30 values in one miniblock of bit width 0.
        byte[] page = {
            (byte) 0x80,
            (byte) 0x80,
            (byte) 0x80,
            (byte) 0x80,
            4,
            1,
            (byte) 0x80,
            (byte) 0x80,
            (byte) 0x80,
            (byte) 0x80,
            4,
            2,
            14,
            0
        };
        LongDecoder decoder = ValueDecoders.longs(Encoding.DELTA_BINARY_PACKED, page, 0, page.length, null);
        decoder.skip((1 << 30) - 1);
        long[] last = new long[1];
        decoder.read(last, 0, 1);
        assertThat(last[0]).isEqualTo(1 + 7L * ((1 << 30) - 1));
    }

    @Example
    void namesInvalidHeaders() {
        assertCorrupt("multiple of 128, found 100", 100, 4, 9, 0, 0, 0, 0, 0, 0);
        assertCorrupt("multiple of 128, found 0", 0, 4, 9, 0, 0, 0, 0, 0, 0);
        assertCorrupt("found 0 in a block of 256", 0x80, 2, 0, 9, 0, 0, 0, 0, 0, 0);
        assertCorrupt("found 3 in a block of 256", 0x80, 2, 3, 9, 0, 0, 0, 0, 0, 0);
        assertCorrupt("found 16 in a block of 256", 0x80, 2, 16, 9, 0, 0, 0, 0, 0, 0);
        assertCorrupt("total value count below 2^31, found 2147483648", 0x80, 1, 4, 0x80, 0x80, 0x80, 0x80, 8, 0, 0);
        assertCorrupt("does not end within the page", 0x80, 1, 4, 0x80);
        assertCorrupt(
                "does not end within 10 bytes",
                0x80,
                1,
                4,
                9,
                0x80,
                0x80,
                0x80,
                0x80,
                0x80,
                0x80,
                0x80,
                0x80,
                0x80,
                0x80,
                1);
        assertCorrupt("bit widths of miniblocks, found 3 bytes", 0x80, 1, 4, 9, 0, 0, 1, 2, 3);
        assertCorrupt("expected a bit width of 0 to 64, found 65", 0x80, 1, 4, 9, 0, 0, 65, 2, 3, 4);
        assertCorrupt("expected a bit width of 0 to 64, found 200", 0x80, 1, 4, 9, 0, 0, 200, 2, 3, 4);
        assertCorrupt("miniblock of 8 deltas of 2 bits, found 1 bytes", 0x80, 1, 4, 9, 0, 0, 2, 2, 3, 4, 5);
    }

    private static void assertCorrupt(String message, int... bytes) {
        byte[] page = new byte[bytes.length];
        for (int i = 0; i < page.length; i++) {
            page[i] = (byte) bytes[i];
        }
        assertThatThrownBy(() -> ValueDecoders.ints(Encoding.DELTA_BINARY_PACKED, page, 0, page.length, null)
                        .read(new int[9], 0, 9))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("DELTA_BINARY_PACKED: ")
                .hasMessageContaining(message);
        assertThatThrownBy(() -> ValueDecoders.longs(Encoding.DELTA_BINARY_PACKED, page, 0, page.length, null)
                        .read(new long[9], 0, 9))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(message);
    }
}
