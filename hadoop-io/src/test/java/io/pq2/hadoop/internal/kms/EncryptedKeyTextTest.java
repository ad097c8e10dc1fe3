package io.pq2.hadoop.internal.kms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.hadoop.kms.HadoopKmsClient;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncryptedKeyTextTest {

    private static final String IV = "AAAAAAAAAAAAAAAAAAAAAA==";
    private static final String ENCRYPTED = "AQEBAQEBAQEBAQEBAQEBAQ==";

    @ParameterizedTest
    @ValueSource(strings = {"mk@0", "a:b c/ä%@12", "+", "名前@3"})
    void keepsVersionsWithAnyCharacters(String version) {
        EncryptedKeyText made = new EncryptedKeyText(version, new byte[16], new byte[32], null);
        assertThat(EncryptedKeyText.parse(made.text()).version()).isEqualTo(version);
        String wrapped = made.withWrapped(new byte[16 + AesGcmWrap.OVERHEAD]).text();
        EncryptedKeyText read = EncryptedKeyText.parse(wrapped);
        assertThat(read.version()).isEqualTo(version);
        assertThat(read.encrypted()).hasSize(32);
        assertThat(read.wrapped()).hasSize(16 + AesGcmWrap.OVERHEAD);
        assertThat(read.text()).isEqualTo(wrapped);
    }

    @Test
    void hasTheDocumentedForm() {
        EncryptedKeyText made = new EncryptedKeyText("mk@0", new byte[16], filled(16), null);
        assertThat(made.text()).isEqualTo("hadoop-kms.1:key:mk%400:" + IV + ":" + ENCRYPTED);
        assertThat(made.withWrapped(new byte[44]).text())
                .startsWith("hadoop-kms.1:wrap:mk%400:" + IV + ":" + ENCRYPTED + ":AAAA");
        assertThat(new String(made.aad("mk"), StandardCharsets.UTF_8))
                .isEqualTo("hadoop-kms.1:wrap:mk%400:" + IV + ":" + ENCRYPTED + "\nmk");
    }

    @Test
    void showsNoKeys() {
        assertThat(new EncryptedKeyText("mk@0", new byte[16], filled(16), null).toString())
                .isEqualTo("key under mk@0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "hadoop-kms.1",
                "hadoop-kms.2:key:mk%400:" + IV + ":" + ENCRYPTED,
                "hadoop-kms.1:other:mk%400:" + IV + ":" + ENCRYPTED,
                "hadoop-kms.1:key::" + IV + ":" + ENCRYPTED,
                "hadoop-kms.1:key:mk@0:" + IV + ":" + ENCRYPTED,
                "hadoop-kms.1:key:mk%4:" + IV + ":" + ENCRYPTED,
                "hadoop-kms.1:key:mk%zz:" + IV + ":" + ENCRYPTED,
                "hadoop-kms.1:key:mk%ff:" + IV + ":" + ENCRYPTED,
                "hadoop-kms.1:key:mk%400:" + IV,
                "hadoop-kms.1:key:mk%400:" + IV + ":" + ENCRYPTED + ":",
                "hadoop-kms.1:key:mk%400:" + IV + ":" + ENCRYPTED + ":" + ENCRYPTED,
                "hadoop-kms.1:wrap:mk%400:" + IV + ":" + ENCRYPTED,
                "hadoop-kms.1:wrap:mk%400:" + IV + ":" + ENCRYPTED + ":" + ENCRYPTED,
                "hadoop-kms.1:key:mk%400:AAAA:" + ENCRYPTED,
                "hadoop-kms.1:key:mk%400:" + IV + ":AAAA",
                "hadoop-kms.1:key:mk%400:" + IV + ":",
                "hadoop-kms.1:key:mk%400:" + IV + ":*QEBAQEBAQEBAQEBAQEBAQ==",
                "hadoop-kms.1:key:mk%400:" + IV + ":AQEBAQEBAQEBAQEBAQEBAR==",
                "hadoop-kms.1:key:mk%400:" + IV + ":AQEBAQEBAQEBAQEBAQEBAQ",
                "vault:v1:AAAA"
            })
    void rejectsOtherTexts(String text) {
        assertThatThrownBy(() -> EncryptedKeyText.parse(text)).isInstanceOf(CorruptFileException.class);
        assertThat(new HadoopKmsClient().keyVersion(text)).isNull();
    }

    @Test
    void rejectsLongTexts() {
        String text = "hadoop-kms.1:key:" + "a".repeat(1 << 20) + ":" + IV + ":" + ENCRYPTED;
        assertThatThrownBy(() -> EncryptedKeyText.parse(text))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("characters");
    }

    @Test
    void parsesOrRejectsChangedTexts() {
        Random random = new Random(7);
        String text = new EncryptedKeyText("mk@0", new byte[16], filled(16), filled(44)).text();
        for (int i = 0; i < 20_000; i++) {
            StringBuilder changed = new StringBuilder(text);
            for (int n = random.nextInt(3); n >= 0; n--) {
                changed.setCharAt(random.nextInt(changed.length()), (char) (32 + random.nextInt(96)));
            }
            try {
                assertThat(EncryptedKeyText.parse(changed.toString()).text()).isEqualTo(changed.toString());
            } catch (CorruptFileException e) {
                assertThat(e).hasMessageContaining("wrapped key");
            }
        }
    }

    private static byte[] filled(int bytes) {
        byte[] filled = new byte[bytes];
        Arrays.fill(filled, (byte) 1);
        return filled;
    }
}
