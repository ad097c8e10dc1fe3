package io.pq2.internal.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SmallCopyTest {

    @Test
    void copiesAndComparesEveryLength() {
        Random random = new Random(11);
        for (int length = 0; length <= 100; length++) {
            byte[] src = new byte[length + 3];
            random.nextBytes(src);
            // The arrays end with the ranges, so reading or writing further would fail.
            byte[] dst = new byte[length + 2];
            SmallCopy.copy(src, 3, dst, 2, length);
            assertThat(Arrays.copyOfRange(dst, 2, length + 2)).isEqualTo(Arrays.copyOfRange(src, 3, length + 3));
            assertThat(dst[0]).isZero();
            assertThat(dst[1]).isZero();
            assertThat(SmallCopy.equal(src, 3, dst, 2, length)).isTrue();
            for (int i = 0; i < length; i++) {
                dst[2 + i] ^= 1;
                assertThat(SmallCopy.equal(src, 3, dst, 2, length)).isFalse();
                dst[2 + i] ^= 1;
            }
            byte[] before = dst.clone();
            SmallCopy.copy(dst, 2, dst, 2, length);
            assertThat(dst).isEqualTo(before);
        }
    }
}
