package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Text is what Java's own decoder takes for UTF-8. */
class TextCheckTest {

    private static final int[] BYTES = {
        'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xEF, 0xF0, 0xF4,
        0xF5
    };

    @Property(tries = 3000)
    void agreesWithTheDecoder(@ForAll long seed) {
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

    private static void check(byte[] bytes) {
        int[] starts = {0, 0};
        int[] lengths = {0, bytes.length};
        assertThat(TextCheck.firstInvalid(bytes, starts, lengths, 0, 2)).isEqualTo(isText(bytes) ? -1 : 1);
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
