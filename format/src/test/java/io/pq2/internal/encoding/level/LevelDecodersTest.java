package io.pq2.internal.encoding.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.Interleaving;
import io.pq2.internal.encoding.rle.HybridBytes;
import io.pq2.vector.Validity;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.values.bitpacking.BitPackingValuesWriter;
import org.junit.jupiter.api.Test;

class LevelDecodersTest {

    @Property(tries = 400)
    void readsAndSkipsValidityInAnySteps(
            @ForAll @IntRange(max = 3000) int count, @ForAll @IntRange(max = 70) int bitOffset, @ForAll long seed) {
        Random random = new Random(seed);
        int[] levels = HybridBytes.randomRuns(random, count, 1);
        byte[] bytes = HybridBytes.ofRandomRuns(random, levels, 1);
        ValidityDecoder decoder = ValidityDecoder.rle(bytes, 0, bytes.length);
        Interleaving.randomly(
                random,
                count,
                (index, n) -> {
                    long noise = random.nextLong();
                    long[] words = new long[Validity.words(bitOffset + n) + 1];
                    Arrays.fill(words, noise);
                    int present = decoder.read(words, bitOffset, n);
                    assertThat(present).isEqualTo(sum(levels, index, n));
                    for (int i = 0; i < words.length * 64; i++) {
                        boolean within = i >= bitOffset && i < bitOffset + n;
                        boolean expected = within ? levels[index + i - bitOffset] == 1 : (noise >>> i & 1) != 0;
                        assertThat(Validity.isSet(words, i)).isEqualTo(expected);
                    }
                },
                (index, n) -> assertThat(decoder.skip(n)).isEqualTo(sum(levels, index, n)));
    }

    @Test
    void takesRunsOfOneLevel() {
        byte[] bytes = new HybridBytes(1)
                .repeated(1, 100)
                .repeated(1, 50)
                .repeated(0, 30)
                .packed(new int[8], 0, 8)
                .toBytes();
        ValidityDecoder decoder = ValidityDecoder.rle(bytes, 0, bytes.length);
        assertThat(decoder.takeNull(10)).isZero();
        assertThat(decoder.takePresent(120)).isEqualTo(120);
        assertThat(decoder.takePresent(120)).isEqualTo(30);
        assertThat(decoder.takePresent(1)).isZero();
        assertThat(decoder.takeNull(40)).isEqualTo(30);
        assertThat(decoder.takeNull(8)).isZero();
        assertThat(decoder.skip(8)).isZero();
        assertThatThrownBy(() -> decoder.takePresent(1)).isInstanceOf(CorruptFileException.class);
    }

    @Property(tries = 400)
    void readsAndSkipsLevelsInAnySteps(
            @ForAll @IntRange(min = 0, max = 127) int maxLevel,
            @ForAll @IntRange(max = 2000) int count,
            @ForAll long seed) {
        Random random = new Random(seed);
        int[] levels = randomLevels(random, count, maxLevel);
        byte[] bytes = HybridBytes.ofRandomRuns(random, levels, LevelDecoder.bitWidth(maxLevel));
        readBack(random, LevelDecoder.rle(bytes, 0, bytes.length, maxLevel), levels);
    }

    @Property(tries = 200)
    void countsZerosInAnySteps(
            @ForAll @IntRange(min = 0, max = 9) int maxLevel,
            @ForAll @IntRange(max = 10_000) int count,
            @ForAll long seed) {
        Random random = new Random(seed);
        int[] levels = randomLevels(random, count, maxLevel);
        byte[] bytes = HybridBytes.ofRandomRuns(random, levels, LevelDecoder.bitWidth(maxLevel));
        LevelDecoder decoder = LevelDecoder.rle(bytes, 0, bytes.length, maxLevel);
        Interleaving.randomly(
                random,
                count,
                (index, n) -> {
                    byte[] read = new byte[n];
                    decoder.read(read, 0, n);
                    for (int i = 0; i < n; i++) {
                        assertThat(read[i]).isEqualTo((byte) levels[index + i]);
                    }
                },
                (index, n) -> assertThat(decoder.skipAndCountZeros(n))
                        .isEqualTo((int) Arrays.stream(levels, index, index + n)
                                .filter(level -> level == 0)
                                .count()));
    }

    @Property(tries = 200)
    void readsDeprecatedBitPackedLevels(
            @ForAll @IntRange(min = 1, max = 127) int maxLevel,
            @ForAll @IntRange(max = 600) int count,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        int[] levels = randomLevels(random, count, maxLevel);
        BitPackingValuesWriter writer = new BitPackingValuesWriter(
                maxLevel, 256, 1 << 16, org.apache.parquet.bytes.HeapByteBufferAllocator.getInstance());
        for (int level : levels) {
            writer.writeInteger(level);
        }
        byte[] packed = writer.getBytes().toByteArray();
        byte[] bytes = new byte[packed.length + 3];
        System.arraycopy(packed, 0, bytes, 3, packed.length);
        readBack(random, LevelDecoder.bitPacked(bytes, 3, bytes.length, maxLevel), levels);
        if (maxLevel == 1) {
            long[] words = new long[Validity.words(count)];
            assertThat(ValidityDecoder.bitPacked(bytes, 3, bytes.length).read(words, 0, count))
                    .isEqualTo(sum(levels, 0, count));
        }
    }

    @Test
    void readsValidityFromDeprecatedBitPackedLevels() {
        long[] words = new long[1];
        byte[] bytes = {(byte) 0b10100000, (byte) 0b01000000};
        assertThat(ValidityDecoder.bitPacked(bytes, 0, 2).read(words, 0, 10)).isEqualTo(3);
        assertThat(words[0]).isEqualTo(0b1000000101L);
    }

    @Test
    void returnsLengthAndLevelOfARunWithoutReadingIt() {
        byte[] bytes = new HybridBytes(2)
                .repeated(2, 77)
                .packed(new int[] {0, 1, 2}, 0, 3)
                .toBytes();
        LevelDecoder decoder = LevelDecoder.rle(bytes, 0, bytes.length, 2);
        assertThat(decoder.runLength()).isEqualTo(77);
        assertThat(decoder.runLevel()).isEqualTo(2);
        decoder.skip(77);
        assertThat(decoder.runLength()).isZero();
    }

    @Test
    void rejectsLevelsAboveTheMaximum() {
        byte[] repeated = new HybridBytes(2).repeated(3, 8).toBytes();
        byte[] packed =
                new HybridBytes(2).packed(new int[] {0, 1, 2, 0, 1, 2, 3}, 0, 7).toBytes();
        for (byte[] bytes : new byte[][] {repeated, packed}) {
            assertThatThrownBy(() -> LevelDecoder.rle(bytes, 0, bytes.length, 2).read(new byte[8], 0, 8))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessage("levels: expected at most 2, found 3");
        }
        assertThatThrownBy(
                        () -> LevelDecoder.rle(repeated, 0, repeated.length, 2).runLength())
                .isInstanceOf(CorruptFileException.class);
    }

    @Test
    void supportsNoMaximumLevelAbove127() {
        assertThatThrownBy(() -> LevelDecoder.rle(new byte[0], 0, 0, 128))
                .isInstanceOf(UnsupportedFeatureException.class);
    }

    @Property(tries = 300)
    void decodesOrReportsAnyBytes(@ForAll @IntRange(max = 127) int maxLevel, @ForAll byte[] bytes, @ForAll long seed) {
        Random random = new Random(seed);
        byte[] read = new byte[3000];
        long[] words = new long[Validity.words(read.length)];
        LevelDecoder levels = LevelDecoder.rle(bytes, 0, bytes.length, maxLevel);
        ValidityDecoder validity = ValidityDecoder.rle(bytes, 0, bytes.length);
        try {
            Interleaving.randomly(
                    random, read.length, (index, n) -> levels.read(read, index, n), (index, n) -> levels.skip(n));
        } catch (CorruptFileException e) {
            assertThat(e.detail()).isNotEmpty();
        }
        try {
            Interleaving.randomly(
                    random, read.length, (index, n) -> validity.read(words, index, n), (index, n) -> validity.skip(n));
        } catch (CorruptFileException e) {
            assertThat(e.detail()).isNotEmpty();
        }
    }

    private static int[] randomLevels(Random random, int count, int maxLevel) {
        int[] levels = HybridBytes.randomRuns(random, count, LevelDecoder.bitWidth(maxLevel));
        for (int i = 0; i < count; i++) {
            levels[i] = Math.min(levels[i], maxLevel);
        }
        return levels;
    }

    private static void readBack(Random random, LevelDecoder decoder, int[] levels) {
        byte[] read = new byte[levels.length];
        Interleaving.randomly(
                random,
                levels.length,
                (index, n) -> {
                    decoder.read(read, index, n);
                    for (int i = index; i < index + n; i++) {
                        assertThat(read[i]).isEqualTo((byte) levels[i]);
                    }
                },
                (index, n) -> decoder.skip(n));
    }

    private static int sum(int[] levels, int from, int count) {
        return Arrays.stream(levels, from, from + count).sum();
    }
}
