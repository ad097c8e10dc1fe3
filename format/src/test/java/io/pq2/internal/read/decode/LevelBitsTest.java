package io.pq2.internal.read.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.vector.Validity;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Results for eight levels at a time equal those for one level at a time. */
class LevelBitsTest {

    @Property
    void marksAndCountsLevelsAboveAThreshold(
            @ForAll Random random,
            @ForAll @IntRange(max = 200) int length,
            @ForAll @IntRange(max = 128) int threshold) {
        byte[] levels = levels(random, length, 127);
        long[] words = new long[Validity.words(levels.length)];
        int found = LevelBits.atLeast(levels, levels.length, threshold, words);

        int expected = 0;
        for (int i = 0; i < levels.length; i++) {
            assertThat(Validity.isSet(words, i)).isEqualTo(levels[i] >= threshold);
            expected += levels[i] >= threshold ? 1 : 0;
        }
        assertThat(found).isEqualTo(expected);
        assertThat(LevelBits.countAtLeast(levels, 0, levels.length, threshold)).isEqualTo(expected);
    }

    @Property
    void findsTheNthZero(
            @ForAll Random random,
            @ForAll @IntRange(max = 100) int length,
            @ForAll @IntRange(min = 1, max = 60) int ordinal,
            @ForAll @IntRange(max = 20) int from) {
        byte[] levels = levels(random, length, 2);
        int start = Math.min(from, levels.length);
        int expected = -1;
        int zeros = 0;
        for (int i = start; i < levels.length && expected < 0; i++) {
            zeros += levels[i] == 0 ? 1 : 0;
            expected = levels[i] == 0 && zeros == ordinal ? i : -1;
        }
        assertThat(LevelBits.indexOfZero(levels, start, levels.length, ordinal))
                .isEqualTo(expected >= 0 ? expected : -1 - zeros);
    }

    @Property
    void compactsTheLevelsOfSlots(
            @ForAll Random random,
            @ForAll @IntRange(max = 3) int repetitionLevel,
            @ForAll @IntRange(max = 5) int slotLevel) {
        byte[] repetition = levels(random, 150, 3);
        byte[] definition = levels(random, 150, 5);
        byte[] target = new byte[150];
        int count = LevelBits.compact(repetition, definition, 150, repetitionLevel, slotLevel, target);
        int flatCount = LevelBits.compact(definition, 150, slotLevel, new byte[150]);

        int expected = 0;
        int flatExpected = 0;
        for (int i = 0; i < 150; i++) {
            if (definition[i] >= slotLevel) {
                flatExpected++;
                if (repetition[i] <= repetitionLevel) {
                    assertThat(target[expected++]).isEqualTo(definition[i]);
                }
            }
        }
        assertThat(count).isEqualTo(expected);
        assertThat(flatCount).isEqualTo(flatExpected);
    }

    private static byte[] levels(Random random, int length, int maxLevel) {
        byte[] levels = new byte[length];
        for (int i = 0; i < length; i++) {
            levels[i] = (byte) random.nextInt(maxLevel + 1);
        }
        return levels;
    }
}
