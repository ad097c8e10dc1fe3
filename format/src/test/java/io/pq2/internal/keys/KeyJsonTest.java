package io.pq2.internal.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.pq2.exception.CorruptFileException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads JSON objects strictly and writes them without blanks. Errors contain nothing of the content. */
class KeyJsonTest {

    private static final String SECRET = "hunter2";

    private static Map<String, Object> read(String json) {
        return KeyJson.read(json.getBytes(UTF_8), "the subject", 1 << 20);
    }

    @Test
    void readsTextAndBooleansAndSkipsOtherValues() {
        assertThat(read(" {\"a\":\"x\\u0041\", \"b\":true, \"c\":[1, {\"a\":null}], \"d\":-2.5e3, \"e\":null}\n"))
                .containsExactly(
                        Map.entry("a", "xA"),
                        Map.entry("b", true),
                        Map.entry("c", KeyJson.OTHER),
                        Map.entry("d", KeyJson.OTHER),
                        Map.entry("e", KeyJson.OTHER));
    }

    @Test
    void writesFieldsInOrderAndReadsThemBack() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("z", "quote \" backslash \\ slash / control \u0001\u001f\u007f euro € clef 𝄞");
        fields.put("a", false);
        String json = KeyJson.write(fields);
        assertThat(json)
                .isEqualTo("{\"z\":\"quote \\\" backslash \\\\ slash / control \\u0001\\u001F\u007f euro € clef 𝄞\","
                        + "\"a\":false}");
        assertThat(read(json)).isEqualTo(fields);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":hunter2}",
                "{\"a\":\"hunter2",
                "{\"a\":\"hunter2\n\"}",
                "{\"a\":\"hunter2\\q\"}",
                "{\"a\":\"hunter2\"} hunter2",
                "{\"a\":\"hunter2\"} {\"hunter2\":true}",
                "{\"a\":\"hunter2\" hunter2}",
                "{\"hunter2\":true,\"hunter2\":true}",
                "{\"hunter2\" true}",
                "{hunter2:true}",
                "{'hunter2':true}",
                "{\"a\":[\"hunter2\",}",
                "{\"a\":\"hunter2\",}",
                "{\"a\":1hunter2}",
                "{\"a\":truehunter2}",
                "[\"hunter2\"]",
                "\"hunter2\"",
                "hunter2",
                "// hunter2\n{}",
                "{\"a\":{\"b\":hunter2}}"
            })
    void errorsContainNothingOfTheContent(String json) {
        Throwable thrown = catchThrowable(() -> read(json));
        assertThat(thrown).isInstanceOf(CorruptFileException.class).hasMessageStartingWith("the subject");
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString()).doesNotContain(SECRET).doesNotContain("JsonParseException");
        assertThat(thrown).hasNoCause().hasNoSuppressedExceptions();
    }

    @Test
    void rejectsDeepNestingLongTextAndOtherCharsets() {
        assertThat(read("{\"a\":" + "[".repeat(16) + "]".repeat(16) + "}")).containsKey("a");
        assertThatThrownBy(() -> read("{\"a\":" + "[".repeat(17) + "]".repeat(17) + "}"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("the subject is nested more than 16 levels deep");
        assertThatThrownBy(() -> KeyJson.read(new byte[11], "the subject", 10))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("the subject is too long: it has 11 bytes, the limit is 10");
        assertThatThrownBy(
                        () -> KeyJson.read("{}".getBytes(java.nio.charset.StandardCharsets.UTF_16), "the subject", 99))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("the subject is not UTF-8");
    }
}
