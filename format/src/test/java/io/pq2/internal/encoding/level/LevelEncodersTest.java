package io.pq2.internal.encoding.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.Interleaving;
import io.pq2.internal.encoding.rle.HybridBytes;
import io.pq2.vector.Validity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.junit.jupiter.api.Test;

class LevelEncodersTest {

    @Property(tries = 500)
    void encodesValidityWrittenInAnySteps(
            @ForAll @IntRange(max = 5000) int count, @ForAll @IntRange(max = 70) int bitOffset, @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        int[] levels = HybridBytes.randomRuns(random, count, 1);
        long[] words = new long[Validity.words(bitOffset + count)];
        for (int i = 0; i < count; i++) {
            if (levels[i] == 1) {
                Validity.set(words, bitOffset + i);
            }
        }
        EncodedBytes out = new EncodedBytes();
        ValidityEncoder encoder = new ValidityEncoder(out);
        for (int page = 0; page < 2; page++) {
            out.reset();
            Interleaving.randomly(random, count, (i, n) -> encoder.write(words, bitOffset + i, n), (i, n) -> {
                for (int from = i; from < i + n; ) {
                    int to = from;
                    while (to < i + n && levels[to] == levels[from]) {
                        to++;
                    }
                    if (levels[from] == 1) {
                        encoder.writePresent(to - from);
                    } else {
                        encoder.writeNull(to - from);
                    }
                    from = to;
                }
            });
            encoder.finish();
        }
        readBack(out, levels, 1);
        long[] read = new long[Validity.words(count)];
        int present = ValidityDecoder.rle(out.array(), 0, out.size()).read(read, 0, count);
        assertThat(present).isEqualTo(Validity.count(words, bitOffset, bitOffset + count));
        for (int i = 0; i < count; i++) {
            assertThat(Validity.isSet(read, i)).isEqualTo(levels[i] == 1);
        }
    }

    @Property(tries = 200)
    void encodesLevelsWrittenInAnySteps(
            @ForAll @IntRange(max = 127) int maxLevel, @ForAll @IntRange(max = 3000) int count, @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        int[] levels = HybridBytes.randomRuns(random, count, LevelDecoder.bitWidth(maxLevel));
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            levels[i] = Math.min(levels[i], maxLevel);
            bytes[i] = (byte) levels[i];
        }
        EncodedBytes out = new EncodedBytes();
        LevelEncoder encoder = new LevelEncoder(out, maxLevel);
        Interleaving.randomly(random, count, (i, n) -> encoder.write(bytes, i, n), (i, n) -> {
            for (int k = i; k < i + n; k++) {
                encoder.writeRepeated(bytes[k], 1);
            }
        });
        encoder.finish();
        readBack(out, levels, LevelDecoder.bitWidth(maxLevel));
        byte[] read = new byte[count];
        LevelDecoder.rle(out.array(), 0, out.size(), maxLevel).read(read, 0, count);
        assertThat(read).isEqualTo(bytes);
    }

    private static void readBack(EncodedBytes out, int[] levels, int width) throws IOException {
        RunLengthBitPackingHybridDecoder peer =
                new RunLengthBitPackingHybridDecoder(width, new ByteArrayInputStream(out.array(), 0, out.size()));
        for (int level : levels) {
            assertThat(peer.readInt()).isEqualTo(level);
        }
    }

    @Test
    void encodesPresentSlotsAsOneRun() {
        EncodedBytes out = new EncodedBytes();
        ValidityEncoder encoder = new ValidityEncoder(out);
        long[] words = {-1, -1, -1, -1};
        encoder.writePresent(3);
        encoder.write(words, 5, 251);
        encoder.write(words, 0, 256);
        encoder.writePresent(100_000);
        encoder.finish();
        // The pieces of the first 8 slots are too small to begin a run.
        assertThat(out.size()).isEqualTo(2 + 4);

        out.reset();
        encoder.write(words, 0, 256);
        encoder.writePresent(100_000);
        encoder.finish();
        assertThat(ValidityDecoder.rle(out.array(), 0, out.size()).takePresent(100_256))
                .isEqualTo(100_256);
    }

    @Test
    void supportsNoMaximumLevelAbove127() {
        assertThatThrownBy(() -> new LevelEncoder(new EncodedBytes(), 128))
                .isInstanceOf(UnsupportedFeatureException.class);
    }
}
