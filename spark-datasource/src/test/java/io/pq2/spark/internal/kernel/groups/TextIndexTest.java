package io.pq2.spark.internal.kernel.groups;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

class TextIndexTest {

    @Test
    void numbersDistinctStringsInTheirOrder() {
        Random random = new Random(5);
        TextIndex index = new TextIndex();
        for (int round = 0; round < 3; round++) {
            Map<String, Integer> expected = new LinkedHashMap<>();
            byte[] batch = new byte[1 << 18];
            long bytes = 0;
            for (int i = 0; i < 30_000; i++) {
                // Short ones, which repeat, some as long as the arrays that they share, and some longer.
                int padding = i % 1000 == 0 ? random.nextInt(1 << 17) : random.nextInt(20);
                String text = random.nextInt(5_000) + "x".repeat(padding);
                byte[] value = text.getBytes(StandardCharsets.UTF_8);
                int start = random.nextInt(batch.length - value.length);
                System.arraycopy(value, 0, batch, start, value.length);
                int known = expected.size();
                int number = expected.computeIfAbsent(text, key -> known + 1);
                bytes += expected.size() > known ? value.length : 0;
                assertThat(index.numberOf(UTF8String.fromBytes(batch, start, value.length)))
                        .isEqualTo(number);
            }
            assertThat(index.size()).isEqualTo(expected.size());
            expected.forEach((text, number) -> assertThat(index.value(number)).isEqualTo(UTF8String.fromString(text)));
            assertThat(index.textBytes()).isBetween(bytes, 2 * bytes + (1 << 20));
            index.clear();
            assertThat(index.size()).isZero();
            assertThat(index.textBytes()).isZero();
        }
    }

    @Test
    void emptyStringsAreStrings() {
        TextIndex index = new TextIndex();
        assertThat(index.numberOf(UTF8String.EMPTY_UTF8)).isEqualTo(1);
        assertThat(index.numberOf(UTF8String.fromString("a"))).isEqualTo(2);
        assertThat(index.numberOf(UTF8String.fromString(""))).isEqualTo(1);
        assertThat(index.value(1)).isEqualTo(UTF8String.EMPTY_UTF8);
    }
}
