package io.pq2.internal.predicate.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.predicate.ByteString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class BytesInProperties {

    /** Returns strings that often have equal beginnings and ends, of every length that the test treats differently. */
    private static byte[] string(Random random, int longest) {
        byte[] bytes = new byte[random.nextInt(longest + 1)];
        Arrays.fill(bytes, (byte) (random.nextInt(3) - 1));
        for (int changes = random.nextInt(3); changes > 0 && bytes.length > 0; changes--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    @Property(tries = 300)
    void findsExactlyTheValuesInTheList(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 300) int size,
            @ForAll @IntRange(max = 70) int longest) {
        Random random = new Random(seed);
        List<byte[]> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(string(random, longest));
        }
        Set<ByteString> included = list.stream().map(ByteString::of).collect(Collectors.toSet());
        int from = random.nextInt(10);
        int[] starts = new int[from + Long.SIZE];
        int[] lengths = new int[from + Long.SIZE];
        byte[] bytes = new byte[8 + Long.SIZE * longest];
        long expected = 0;
        int at = random.nextInt(8);
        for (int i = 0; i < Long.SIZE; i++) {
            byte[] value = random.nextBoolean() ? list.get(random.nextInt(size)) : string(random, longest);
            System.arraycopy(value, 0, bytes, at, value.length);
            starts[from + i] = at;
            lengths[from + i] = value.length;
            at += value.length;
            expected |= included.contains(ByteString.of(value)) ? 1L << i : 0;
        }
        long candidates = random.nextLong();
        BytesIn test = new BytesIn(list);
        assertThat(test.test(bytes, starts, lengths, from, candidates)).isEqualTo(expected & candidates);
        for (int i = 0; i < Long.SIZE; i++) {
            assertThat(test.contains(bytes, starts[from + i], lengths[from + i]))
                    .isEqualTo((expected >>> i & 1) != 0);
        }
    }
}
