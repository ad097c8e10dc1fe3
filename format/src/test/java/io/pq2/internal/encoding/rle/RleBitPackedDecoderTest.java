package io.pq2.internal.encoding.rle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.Interleaving;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.junit.jupiter.api.Test;

class RleBitPackedDecoderTest {

    @Property(tries = 400)
    void readsAndSkipsAnyRunsInAnySteps(
            @ForAll @IntRange(max = 32) int width, @ForAll @IntRange(max = 3000) int count, @ForAll long seed) {
        Random random = new Random(seed);
        int[] values = HybridBytes.randomRuns(random, count, width);
        byte[] bytes = HybridBytes.ofRandomRuns(random, values, width);
        RleBitPackedDecoder decoder = new RleBitPackedDecoder(bytes, 0, bytes.length, width);
        int[] read = new int[count];
        Interleaving.randomly(
                random,
                count,
                (index, n) -> {
                    decoder.read(read, index, n);
                    assertThat(Arrays.copyOfRange(read, index, index + n))
                            .isEqualTo(Arrays.copyOfRange(values, index, index + n));
                },
                (index, n) -> decoder.skip(n));
    }

    @Test
    void readsInBatchesOfEverySize() {
        Random random = new Random(3);
        int[] values = HybridBytes.randomRuns(random, 2500, 9);
        byte[] bytes = HybridBytes.ofRandomRuns(random, values, 9);
        for (int step : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 31, 32, 33, 1024}) {
            RleBitPackedDecoder decoder = new RleBitPackedDecoder(bytes, 0, bytes.length, 9);
            int[] read = new int[values.length];
            Interleaving.evenly(values.length, step, (index, n) -> decoder.read(read, index, n));
            assertThat(read).isEqualTo(values);
        }
    }

    @Test
    void writesOnlyTheRequestedValues() {
        byte[] bytes = new HybridBytes(3)
                .repeated(5, 8)
                .packed(new int[] {0, 1, 2, 3, 4, 5, 6, 7}, 0, 8)
                .repeated(2, 100)
                .toBytes();
        for (int count = 0; count <= 116; count++) {
            int[] read = new int[200];
            Arrays.fill(read, -1);
            new RleBitPackedDecoder(bytes, 0, bytes.length, 3).read(read, 1, count);
            assertThat(read[0]).isEqualTo(-1);
            assertThat(Arrays.copyOfRange(read, 1, count + 1)).doesNotContain(-1);
            assertThat(Arrays.copyOfRange(read, count + 1, read.length)).containsOnly(-1);
        }
    }

    @Property(tries = 100)
    void readsTheBytesOfParquetJava(@ForAll @IntRange(min = 1, max = 32) int width, @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        int[] values = HybridBytes.randomRuns(random, 2000, width);
        RunLengthBitPackingHybridEncoder encoder =
                new RunLengthBitPackingHybridEncoder(width, 1024, 1 << 16, HeapByteBufferAllocator.getInstance());
        for (int value : values) {
            encoder.writeInt(value);
        }
        byte[] bytes = encoder.toBytes().toByteArray();
        int[] read = new int[values.length];
        new RleBitPackedDecoder(bytes, 0, bytes.length, width).read(read, 0, read.length);
        assertThat(read).isEqualTo(values);
    }

    @Test
    void returnsLengthAndValueOfARunWithoutReadingIt() {
        int[] packed = {0, 1, 2, 3, 4, 5, 6, 7};
        byte[] bytes = new HybridBytes(3)
                .repeated(5, 1000)
                .packed(packed, 0, 8)
                .repeated(2, 3)
                .toBytes();
        RleBitPackedDecoder decoder = new RleBitPackedDecoder(bytes, 0, bytes.length, 3);
        assertThat(decoder.runLength()).isEqualTo(1000);
        assertThat(decoder.runValue()).isEqualTo(5);
        decoder.skip(999);
        assertThat(decoder.runLength()).isEqualTo(1);
        decoder.skip(1);
        assertThat(decoder.runLength()).isZero();
        decoder.skip(8);
        assertThat(decoder.runLength()).isEqualTo(3);
        assertThat(decoder.runValue()).isEqualTo(2);
    }

    @Test
    void decodesBitWidthZeroWithoutBytes() {
        RleBitPackedDecoder decoder = new RleBitPackedDecoder(new byte[0], 0, 0, 0);
        int[] read = {1, 1, 1};
        decoder.read(read, 0, 3);
        assertThat(read).containsOnly(0);
        assertThat(decoder.runLength()).isPositive();
    }

    @Test
    void readsATruncatedLastRunUpToItsLastValue() {
        int[] values = {1, 2, 3, 0, 0, 0, 0, 0};
        byte[] whole = new HybridBytes(10).packed(values, 0, 8).toBytes();
        byte[] cut = Arrays.copyOf(whole, 1 + 4);
        int[] read = new int[3];
        RleBitPackedDecoder decoder = new RleBitPackedDecoder(cut, 0, cut.length, 10);
        decoder.read(read, 0, 3);
        assertThat(read).containsExactly(1, 2, 3);
        assertThatThrownBy(() -> decoder.skip(1)).isInstanceOf(CorruptFileException.class);
    }

    @Test
    void skipsEmptyRuns() {
        byte[] bytes = new HybridBytes(4)
                .repeated(3, 0)
                .packed(new int[0], 0, 0)
                .repeated(7, 2)
                .toBytes();
        int[] read = new int[2];
        new RleBitPackedDecoder(bytes, 0, bytes.length, 4).read(read, 0, 2);
        assertThat(read).containsOnly(7);
    }

    @Test
    void namesFaults() {
        assertThatThrownBy(() -> new RleBitPackedDecoder(new byte[1], 0, 1, 33))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("bit width of 0 to 32, found 33");
        fails(new byte[] {}, 3, "fewer values than the page");
        fails(new byte[] {-1, -1}, 3, "varint of a run's header does not end within the page");
        fails(new byte[] {-1, -1, -1, -1, -1, -1}, 3, "5 bytes");
        fails(new byte[] {-2, -1, -1, -1, 127, 1}, 3, "rle-run-len");
        fails(new byte[] {4}, 3, "repeated-value");
        fails(new byte[] {4, 9}, 3, "repeated-value 9 does not fit bit width 3");
        fails(new byte[] {4, 1}, 3, "fewer values than the page");
    }

    private static void fails(byte[] bytes, int width, String message) {
        assertThatThrownBy(() -> new RleBitPackedDecoder(bytes, 0, bytes.length, width).read(new int[10], 0, 10))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(message);
    }

    @Property(tries = 500)
    void decodesOrReportsAnyBytes(@ForAll @IntRange(max = 32) int width, @ForAll byte[] bytes, @ForAll long seed) {
        Random random = new Random(seed);
        RleBitPackedDecoder decoder = new RleBitPackedDecoder(bytes, 0, bytes.length, width);
        int[] read = new int[5000];
        try {
            Interleaving.randomly(
                    random, read.length, (index, n) -> decoder.read(read, index, n), (index, n) -> decoder.skip(n));
        } catch (CorruptFileException e) {
            assertThat(e.detail()).contains("RLE");
        }
        if (width < 32) {
            assertThat(Arrays.stream(read).allMatch(value -> value >>> width == 0))
                    .isTrue();
        }
    }
}
