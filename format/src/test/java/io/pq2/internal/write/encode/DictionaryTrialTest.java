package io.pq2.internal.write.encode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long values are looked up before a dictionary is given up. */
class DictionaryTrialTest {

    private final DictionaryTrial probe = new DictionaryTrial(1 << 20);

    @Test
    void valuesThatAreAllDifferentAreGivenUpEarlyAndEarlierTheNextTime() {
        assertThat(givenUpAt(1 << 30)).isEqualTo(32_768);
        probe.endChunk(false);
        assertThat(givenUpAt(1 << 30)).isEqualTo(8_192);
        probe.endChunk(true);
        assertThat(givenUpAt(1 << 30)).isEqualTo(32_768);
    }

    @Test
    void valuesThatRepeatInOrderAreNot() {
        assertThat(givenUpAt(10_000)).isEqualTo(1 << 20);
        assertThat(givenUpAt(30_000)).isEqualTo(1 << 20);
    }

    @Test
    void aFullDictionaryIsGivenUp() {
        assertThat(probe.goOn(10, 10, (1 << 20) + 1, 1L << 40, SizeRatios.UNKNOWN))
                .isFalse();
    }

    /** How many longs, of which the first ones are different and all others repeat them, are looked up of a million. */
    private int givenUpAt(int different) {
        for (int values = 64; values < 1 << 20; values += 64) {
            int distinct = Math.min(values, different);
            if (!probe.goOn(values, distinct, 8L * distinct, 8L * values, SizeRatios.UNKNOWN)) {
                return values;
            }
        }
        return 1 << 20;
    }
}
