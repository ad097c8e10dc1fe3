package io.pq2.hadoop.kms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @Test
    void readsObjectsArraysAndStrings() throws Json.SyntaxException {
        Object json = Json.parse(
                " {\"a\" : {\"b\":\"x\\n\\\"\\\\\\/\\u00e4\"}, \"c\":[\"1\",[],{},-1.5e+3,0, true], \"d\": null}\n");
        assertThat(Json.get(json, "a", "b")).isEqualTo("x\n\"\\/\u00e4");
        assertThat(Json.get(json, "c"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(6);
        assertThat(Json.get(json, "d")).isSameAs(Json.OTHER);
        assertThat(Json.get(json, "a", "none")).isNull();
        assertThat(Json.get(json, "c", "b")).isNull();
        assertThat(Json.parse("[]")).isEqualTo(List.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[",
                "[1",
                "[1,]",
                "[,1]",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{\"a\":1}x",
                "{\"a\":1,\"a\":2}",
                "\"",
                "\"\\",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\n\"",
                "01",
                "1.",
                ".5",
                "+1",
                "1e",
                "tru",
                "nul",
                "NaN",
                "<html>"
            })
    void refusesWhatIsNoJson(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(Json.SyntaxException.class);
    }

    @Test
    void goesNoDeeperThanAnyAnswerIs() {
        assertThatThrownBy(() -> Json.parse("[".repeat(1_000_000))).isInstanceOf(Json.SyntaxException.class);
        assertThatThrownBy(() -> Json.parse("{\"a\":".repeat(1_000))).isInstanceOf(Json.SyntaxException.class);
    }

    @Test
    void showsNothingOfTheContent() {
        assertThatThrownBy(() -> Json.parse("{\"plaintext\":\"secret\" oops"))
                .isInstanceOf(Json.SyntaxException.class)
                .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("secret"));
    }
}
