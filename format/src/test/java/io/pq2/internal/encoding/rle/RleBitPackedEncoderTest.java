package io.pq2.internal.encoding.rle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.Interleaving;
import io.pq2.internal.encoding.dictionary.DictionaryIdDecoder;
import io.pq2.internal.encoding.dictionary.DictionaryIdEncoder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.junit.jupiter.api.Test;

class RleBitPackedEncoderTest {

    @Property(tries = 500)
    void encodesValuesWrittenInAnySteps(
            @ForAll @IntRange(max = 32) int width, @ForAll @IntRange(max = 3000) int count, @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        int[] values = HybridBytes.randomRuns(random, count, width);
        EncodedBytes out = new EncodedBytes(random.nextInt(10));
        out.putByte(99);
        RleBitPackedEncoder encoder = new RleBitPackedEncoder(out, width);
        write(random, encoder, values);
        assertThat(out.array()[0]).isEqualTo((byte) 99);
        readBack(out, 1, values, width);
        // The encoder starts a new page.
        out.reset();
        write(random, encoder, values);
        readBack(out, 0, values, width);
    }

    private static void write(Random random, RleBitPackedEncoder encoder, int[] values) {
        Interleaving.randomly(random, values.length, (i, n) -> encoder.write(values, i, n), (i, n) -> {
            for (int from = i; from < i + n; ) {
                int to = from;
                while (to < i + n && values[to] == values[from]) {
                    to++;
                }
                encoder.writeRepeated(values[from], to - from);
                from = to;
            }
        });
        encoder.finish();
    }

    private static void readBack(EncodedBytes out, int offset, int[] values, int width) throws IOException {
        int[] read = new int[values.length];
        RleBitPackedDecoder decoder = new RleBitPackedDecoder(out.array(), offset, out.size(), width);
        decoder.read(read, 0, read.length);
        assertThat(read).isEqualTo(values);
        RunLengthBitPackingHybridDecoder peer = new RunLengthBitPackingHybridDecoder(
                width, new ByteArrayInputStream(out.array(), offset, out.size() - offset));
        for (int value : values) {
            assertThat(peer.readInt()).isEqualTo(value);
        }
    }

    @Test
    void encodesRunsOfOneValueInFewBytesForAllSteps() {
        int[] values = new int[10_000];
        Arrays.fill(values, 5);
        for (int step : new int[] {1, 3, 8, 1000, 10_000}) {
            EncodedBytes out = new EncodedBytes();
            RleBitPackedEncoder encoder = new RleBitPackedEncoder(out, 4);
            Interleaving.evenly(values.length, step, (i, n) -> encoder.write(values, i, n));
            encoder.finish();
            assertThat(out.size()).isEqualTo(4);
        }
    }

    @Test
    void encodesValuesWithoutRunsInLittleMoreThanTheirBits() {
        int[] values = new int[48_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i % 13;
        }
        EncodedBytes out = new EncodedBytes();
        RleBitPackedEncoder encoder = new RleBitPackedEncoder(out, 4);
        encoder.write(values, 0, values.length);
        encoder.finish();
        assertThat(out.size()).isEqualTo(48_000 / 2 + 100);
    }

    @Test
    void writesNoBytesForNoValues() {
        EncodedBytes out = new EncodedBytes();
        RleBitPackedEncoder encoder = new RleBitPackedEncoder(out, 4);
        encoder.write(new int[3], 1, 0);
        encoder.writeRepeated(1, 0);
        encoder.finish();
        assertThat(out.size()).isZero();
    }

    @Test
    void refusesBitWidthsOutOfRange() {
        assertThatThrownBy(() -> new RleBitPackedEncoder(new EncodedBytes(), 33))
                .isInstanceOf(InvalidDataException.class);
    }

    @Test
    void encodesDictionaryIdsInTheBitWidthOfTheDictionary() {
        assertThat(DictionaryIdEncoder.bitWidth(0)).isZero();
        assertThat(DictionaryIdEncoder.bitWidth(1)).isZero();
        assertThat(DictionaryIdEncoder.bitWidth(2)).isEqualTo(1);
        assertThat(DictionaryIdEncoder.bitWidth(256)).isEqualTo(8);
        assertThat(DictionaryIdEncoder.bitWidth(257)).isEqualTo(9);
        for (int size : new int[] {1, 2, 300}) {
            int[] ids = new Random(10).ints(1000, 0, size).toArray();
            EncodedBytes out = new EncodedBytes();
            DictionaryIdEncoder encoder = new DictionaryIdEncoder(out, size);
            encoder.write(ids, 0, 600);
            encoder.write(ids, 600, 400);
            encoder.writeRepeated(size - 1, 100);
            encoder.finish();
            int[] read = new int[1100];
            new DictionaryIdDecoder(out.array(), 0, out.size()).read(read, 0, 1100, size);
            assertThat(Arrays.copyOf(read, 1000)).isEqualTo(ids);
            assertThat(Arrays.copyOfRange(read, 1000, 1100)).containsOnly(size - 1);
        }
    }
}
