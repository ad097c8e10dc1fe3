package io.pq2.internal.write.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Accepts the same bytes as Java's UTF-8 decoder. */
class Utf8CheckTest {

    private static final int[] BYTES = {
        'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xEF, 0xF0, 0xF4,
        0xF5
    };

    @Property(tries = 3000)
    void agreesWithJavasDecoder(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[random.nextInt(30)];
        int ascii = random.nextInt(bytes.length + 1);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i < ascii ? 'x' : BYTES[random.nextInt(BYTES.length)]);
        }
        check(bytes);
    }

    @Property(tries = 1000)
    void acceptsCharacters(@ForAll String text) {
        check(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Checks slices with gaps of random length; at most one slice is invalid, at a random position. */
    @Property(tries = 1000)
    void findsTheFirstInvalidSlice(@ForAll long seed) {
        Random random = new Random(seed);
        int count = random.nextInt(2000);
        int gap = random.nextInt(12);
        byte between = (byte) (random.nextBoolean() ? 'x' : 0xFF);
        int bad = random.nextInt(count + 1);
        byte[] bytes = new byte[count * 52];
        Arrays.fill(bytes, between);
        int[] starts = new int[count + 3];
        int[] lengths = new int[count + 3];
        int at = 0;
        for (int i = 0; i < count; i++) {
            starts[i + 3] = at;
            lengths[i + 3] = random.nextInt(40);
            Arrays.fill(bytes, at, at + lengths[i + 3], (byte) 'y');
            if (i == bad) {
                lengths[i + 3]++;
                bytes[at + random.nextInt(lengths[i + 3])] = (byte) 0xFE;
            }
            at += lengths[i + 3] + gap;
        }
        assertThat(Utf8Check.firstInvalid(bytes, starts, lengths, 3, count)).isEqualTo(bad < count ? bad : -1);
    }

    private static void check(byte[] bytes) {
        int[] starts = {0, 0};
        int[] lengths = {0, bytes.length};
        assertThat(Utf8Check.firstInvalid(bytes, starts, lengths, 0, 2)).isEqualTo(isText(bytes) ? -1 : 1);
    }

    private static boolean isText(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
