package io.pq2.internal.read.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeptRowsTest {

    @Test
    void stopsWhenMostPagesHaveRows() {
        KeptRows kept = new KeptRows(10, 100);
        for (int page = 0; page < 3; page++) {
            kept.add(10L * page);
        }

        assertThat(kept.areInMostPages(40)).isFalse();
        kept.add(30);
        assertThat(kept.areInMostPages(40)).isTrue();
    }

    @Test
    void stopsWhenRowsAreScattered() {
        int most = 1 << 21;
        KeptRows kept = new KeptRows(1, 1L << 31);
        for (long i = 0; i < most; i++) {
            kept.add(2 * i);
        }

        // Half of the pages have a row.
        assertThat(kept.areInMostPages(2L * most)).isFalse();
        kept.add(2L * most);
        assertThat(kept.areInMostPages(2L * most + 2)).isTrue();
    }
}
