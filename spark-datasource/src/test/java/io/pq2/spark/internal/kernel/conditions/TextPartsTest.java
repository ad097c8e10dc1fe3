package io.pq2.spark.internal.kernel.conditions;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.testing.Seeds;
import java.util.Random;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.util.StringUtils;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LIKE patterns of parts match the strings that Spark's regular expression matches. */
class TextPartsTest {

    @Test
    void matchesWhatTheRegularExpressionMatches() {
        long seed = Seeds.next();
        Random random = new Random(seed);
        int matches = 0;
        for (int i = 0; i < 20_000; i++) {
            String text = text(random, "abab%é\n語", 12);
            String pattern = text(random, "ab%é語", 4) + "%" + text(random, "ab%é", 3);
            boolean expected = Pattern.matches(StringUtils.escapeLikeRegex(pattern, '\\'), text);
            matches += expected ? 1 : 0;
            UTF8String string = UTF8String.fromString(text);
            TextParts parts = TextParts.of(pattern);
            assertThat(new boolean[] {parts.matches(string), parts.matches(within(string))})
                    .as("'%s' LIKE '%s', seed %d", text, pattern, seed)
                    .containsExactly(expected, expected);
        }
        assertThat(matches).as("seed %d", seed).isBetween(1_000, 19_000);
    }

    private static String text(Random random, String characters, int maxLength) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(maxLength + 1); left > 0; left--) {
            text.append(characters.charAt(random.nextInt(characters.length())));
        }
        return text.toString();
    }

    /** Returns a string whose bytes are surrounded by others. */
    private static UTF8String within(UTF8String string) {
        byte[] bytes = UTF8String.fromString("ab" + string + "ab").getBytes();
        return UTF8String.fromAddress(bytes, Platform.BYTE_ARRAY_OFFSET + 2L, string.numBytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a_b%", "abc", "", "a\\%%", "%\ufffd%"})
    void otherPatternsAreNotSupported(String pattern) {
        assertThat(TextParts.supports(pattern, '\\')).isFalse();
    }

    @Test
    void theEscapeIsTheOneOfTheQuery() {
        assertThat(TextParts.supports("a!b%", '\\')).isTrue();
        assertThat(TextParts.supports("a!b%", '!')).isFalse();
    }
}
