package io.pq2.internal.write.encode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests how many values a dictionary trial looks up before it gives up the dictionary. */
class DictionaryTrialTest {

    private final DictionaryTrial trial = new DictionaryTrial(1 << 20);

    @Test
    void givesUpDistinctValuesEarlyAndEarlierInTheNextChunk() {
        assertThat(givenUpAt(1 << 30)).isEqualTo(32_768);
        trial.endChunk(false);
        assertThat(givenUpAt(1 << 30)).isEqualTo(8_192);
        trial.endChunk(true);
        assertThat(givenUpAt(1 << 30)).isEqualTo(32_768);
    }

    @Test
    void keepsValuesThatRepeatAfterTheFirst() {
        assertThat(givenUpAt(10_000)).isEqualTo(1 << 20);
        assertThat(givenUpAt(30_000)).isEqualTo(1 << 20);
    }

    @Test
    void givesUpFullDictionary() {
        assertThat(trial.shouldContinue(10, 10, (1 << 20) + 1, 1L << 40, SizeRatios.UNKNOWN))
                .isFalse();
    }

    /**
     * Returns how many of 2^20 longs are looked up before the dictionary is given up.
     *
     * @param different the number of distinct longs; the first ones are distinct, and the others repeat them
     */
    private int givenUpAt(int different) {
        for (int values = 64; values < 1 << 20; values += 64) {
            int distinct = Math.min(values, different);
            if (!trial.shouldContinue(values, distinct, 8L * distinct, 8L * values, SizeRatios.UNKNOWN)) {
                return values;
            }
        }
        return 1 << 20;
    }
}
