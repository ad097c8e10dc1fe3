package io.pq2.hadoop.internal.kms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Removes secrets from the texts of a KMS and keeps the rest. */
class KmsTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "permission denied for token hvs.CAESIJSECRET-of_a_writer",
                "X-Vault-Token: SECRET, X-Vault-Namespace: a",
                "bad header {\"Authorization\": \"Bearer SECRETSECRET\"}",
                "Authorization: Bearer SECRETSECRET",
                "Negotiate YIISECRETSECRET",
                "{\"plaintext\":\"SECRET==\"}",
                "{\"plaintext\": \"SECRET",
                "legacy token s.SECRETSECRETSECRETSECRETS",
                "HTTP status [403], URL [http://host:9600/kms/v1/x?delegation=SECRET&op=y]",
                "delegation=SECRET&op=decrypt",
                "https://user:SECRET@vault:8200/v1",
                "password = 'SECRET word'",
                "jwt eyJhbGciOiJIUzI1NiJ9.SECRETSECRET.SECRET",
                "cannot decrypt vault:v1:SECRET/+AAA",
                "key U0VDUkVUU0VDUkVUMTIzNA== is wrong",
                "key U0VDUkVUU0VDUkVUMTIzNDU2Nzg5MDEyMzQ1Njc4OTA= is wrong",
                "key U0VDUkVUU0VDUkVUU0VDUkVUMTIz is wrong",
                "key 00112233445566778899aabbccddeeff00 is wrong"
            })
    void removesSecrets(String text) {
        assertThat(KmsText.redacted(text))
                .contains("[redacted]")
                .doesNotContain("SECRET")
                .doesNotContain("U0VDUk")
                .doesNotContain("00112233");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "permission denied",
                "invalid token",
                "Vault is sealed",
                "encryption key not found",
                "No KeyVersion exists for key 'salaries-of-all-employees'",
                "User:bob not allowed to do 'DECRYPT_EEK' on 'mk'",
                "KeyVersion name 'mk@3' does not exist",
                "kms://http@kms-host:9600/kms refused",
                "org.apache.hadoop.security.authorize.AuthorizationException: User [bob] is not authorized",
                "1 error occurred: * request 123e4567-e89b-12d3-a456-426614174000 failed",
                "no handler for route \"transit/encrypt/salaries\""
            })
    void keepsTextsWithoutSecrets(String text) {
        assertThat(KmsText.redacted(text)).isEqualTo(text);
    }

    @Test
    void removesTheGivenSecret() {
        assertThat(KmsText.redacted("the token weekday is unknown", "weekday"))
                .isEqualTo("the token [redacted] is unknown");
    }

    @Test
    void escapesAndCutsText() {
        assertThat(KmsText.redacted("a\r\n b\u001b[2J")).isEqualTo("a b\\u001b[2J");
        assertThat(KmsText.redacted("no ".repeat(1_000_000))).hasSizeLessThan(310);
        assertThat(KmsText.redacted("x".repeat(1_000_000))).hasSizeLessThan(310);
    }

    @Test
    void copiesFailuresWithSecretsOnly() {
        IOException harmless = new IOException("refused", new IllegalStateException("closed"));
        assertThat(KmsText.redacted(harmless)).isSameAs(harmless);
        assertThat(KmsText.redacted((Throwable) null)).isNull();
        IOException inner = new IOException("token=SECRET");
        IOException outer = new IOException("failed", inner);
        outer.addSuppressed(new IOException("hvs.SECRETSECRET"));
        StringWriter trace = new StringWriter();
        KmsText.redacted(outer).printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString())
                .contains("java.io.IOException: failed")
                .contains("token=[redacted]")
                .contains("copiesFailuresWithSecretsOnly")
                .doesNotContain("SECRET");
    }
}
