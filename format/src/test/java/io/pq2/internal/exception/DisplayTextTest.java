package io.pq2.internal.exception;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Text from files is harmless in messages. */
class DisplayTextTest {

    private static final String HOSTILE = "a\nERROR x\r\t\u001b[2J\u0000\u0085\u202e\u2028\ud800b";
    private static final String ESCAPED = "a\\nERROR x\\r\\t\\u001b[2J\\u0000\\u0085\\u202e\\u2028\\ud800b";

    @Test
    void escapesInvisibleCharacters() {
        assertThat(DisplayText.escaped(HOSTILE)).isEqualTo(ESCAPED);
    }

    @Test
    void keepsVisibleCharacters() {
        String visible = "price €, größe, 名前, \ud83d\ude00, \"x\", C:\\a";
        assertThat(DisplayText.escaped(visible)).isSameAs(visible);
        assertThat(DisplayText.name(visible)).isSameAs(visible);
    }

    @Test
    void cutsLongText() {
        assertThat(DisplayText.name("x".repeat(1_000_000)))
                .isEqualTo("x".repeat(DisplayText.MAX_NAME_LENGTH) + "... (1000000 characters)");
        assertThat(DisplayText.name("x".repeat(DisplayText.MAX_NAME_LENGTH - 1) + "\ud83d\ude00"))
                .isEqualTo("x".repeat(DisplayText.MAX_NAME_LENGTH - 1) + "... (301 characters)");
    }

    @Test
    void exceptionsEscapeTheirDetailAndLocation() {
        FileLocation location = new FileLocation(HOSTILE, 1, HOSTILE, 2, 3);
        CorruptFileException failure = new CorruptFileException(HOSTILE);
        failure.locate(location);
        assertThat(failure.getMessage())
                .isEqualTo("file " + ESCAPED + ", row group 1, column " + ESCAPED + ", page 2, offset 3: " + ESCAPED);
        assertThat(failure.location().column())
                .as("values for programs are not escaped")
                .isEqualTo(HOSTILE);
    }

    @Test
    void exceptionsCutTheirDetailAndLocation() {
        String huge = "x".repeat(10_000_000);
        CorruptFileException failure = new CorruptFileException(huge, new IllegalArgumentException("cause"));
        failure.locate(new FileLocation(huge, 1, huge, 2, 3));
        assertThat(failure.getMessage()).hasSizeLessThan(10_000);
    }

    @Property
    void escapedTextIsSafeAndStable(@ForAll String text) {
        String escaped = DisplayText.escaped(text);
        assertThat(escaped.codePoints())
                .noneMatch(Character::isISOControl)
                .noneMatch(
                        c -> Character.getType(c) == Character.FORMAT || Character.getType(c) == Character.SURROGATE);
        assertThat(DisplayText.escaped(escaped)).isEqualTo(escaped);
        assertThat(DisplayText.name(text)).hasSizeLessThanOrEqualTo(7 * DisplayText.MAX_NAME_LENGTH + 40);
    }
}
