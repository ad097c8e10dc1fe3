package io.pq2.hadoop.internal.kms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KmsJsonTest {

    @Test
    void readsObjectsArraysAndStrings() throws KmsJson.SyntaxException {
        Object json = KmsJson.parse(
                " {\"a\" : {\"b\":\"x\\n\\\"\\\\\\/\\u00e4\"}, \"c\":[\"1\",[],{},-1.5e+3,0, true], \"d\": null}\n");
        assertThat(KmsJson.get(json, "a", "b")).isEqualTo("x\n\"\\/\u00e4");
        assertThat(KmsJson.get(json, "c"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(6);
        assertThat(KmsJson.get(json, "d")).isSameAs(KmsJson.OTHER);
        assertThat(KmsJson.get(json, "a", "none")).isNull();
        assertThat(KmsJson.get(json, "c", "b")).isNull();
        assertThat(KmsJson.parse("[]")).isEqualTo(List.of());
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
    void rejectsMalformedJson(String text) {
        assertThatThrownBy(() -> KmsJson.parse(text)).isInstanceOf(KmsJson.SyntaxException.class);
    }

    @Test
    void rejectsDeepNesting() {
        assertThatThrownBy(() -> KmsJson.parse("[".repeat(1_000_000))).isInstanceOf(KmsJson.SyntaxException.class);
        assertThatThrownBy(() -> KmsJson.parse("{\"a\":".repeat(1_000))).isInstanceOf(KmsJson.SyntaxException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"plaintext\":\"secret\" oops",
                "{\"plaintext\":\"secret",
                "{\"secret\":1,\"secret\":2}",
                "secret",
                "{\"plaintext\":secret}",
                "\"secret\\x\"",
                "[\"secret\"}"
            })
    void anErrorContainsNoPartOfTheContent(String text) {
        assertThatThrownBy(() -> KmsJson.parse(text))
                .isInstanceOf(KmsJson.SyntaxException.class)
                .hasNoCause()
                .satisfies(failure -> assertThat(failure.toString()).doesNotContain("secret"));
    }
}
