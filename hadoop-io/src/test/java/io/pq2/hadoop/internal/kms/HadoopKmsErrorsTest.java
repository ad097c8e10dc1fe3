package io.pq2.hadoop.internal.kms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.KmsDeniedException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnknownMasterKeyException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.security.authentication.client.AuthenticationException;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.junit.jupiter.api.Test;

/** Tests exceptions of Hadoop's client. The integration tests have the errors of a real server. */
class HadoopKmsErrorsTest {

    private final HadoopKmsErrors failures = new HadoopKmsErrors("kms://host:9600/kms");

    @Test
    void reportsRefusalsAsDenials() throws NoAnswerException {
        for (Exception refusal : new Exception[] {
            new AuthorizationException("User:bob not allowed to do 'DECRYPT_EEK' on 'mk'"),
            new IOException(new ExecutionException(new AuthorizationException("User [bob] is not authorized"))),
            new IOException("java.util.concurrent.ExecutionException: org.apache.hadoop.security.authorize."
                    + "AuthorizationException: User [bob] is not authorized"),
            new IOException(new AuthenticationException("GSSException: No valid credentials provided")),
            new IOException(
                    "HTTP status [403], message [Forbidden], URL [http://host:9600/kms/v1/x?delegation=secret]"),
            new IOException("HTTP status [401], message [Unauthorized], URL [http://host:9600/kms/v1/x]")
        }) {
            assertThat(failures.answer(refusal, "mk"))
                    .isInstanceOf(KmsDeniedException.class)
                    .hasMessageContaining("kms://host:9600/kms")
                    .hasMessageContaining("mk")
                    .hasMessageContaining("GENERATE_EEK")
                    .hasMessageNotContaining("secret")
                    .hasMessageNotContaining("ExecutionException");
        }
    }

    @Test
    void reportsAMissingKeyWithItsName() throws NoAnswerException {
        for (Exception missing : new Exception[] {
            new IOException("java.lang.NullPointerException: No KeyVersion exists for key 'mk' "),
            new IllegalArgumentException("'mk@3' not found"),
            new NullPointerException("KeyVersion name 'mk@3' does not exist")
        }) {
            assertThat(failures.answer(missing, "mk"))
                    .isInstanceOf(UnknownMasterKeyException.class)
                    .hasMessageContaining("mk");
        }
    }

    @Test
    void reportsKeysThatTheKmsCannotParseAsTampered() throws NoAnswerException {
        assertThat(failures.answer(new IllegalArgumentException("Invalid IV length"), "mk"))
                .isInstanceOf(TamperedFileException.class);
        assertThat(failures.answer(
                        new IllegalArgumentException("KeyVersion 'other@0' does not belong to the key 'mk'"), "mk"))
                .isInstanceOf(TamperedFileException.class);
    }

    @Test
    void reportsOtherFailuresAsNoAnswer() {
        assertNoAnswer(new SocketTimeoutException("Read timed out"), "takes too long");
        assertNoAnswer(new IOException(new SocketTimeoutException("connect timed out")), "takes too long");
        assertNoAnswer(new UnknownHostException("no-such-host"), "no-such-host");
        assertNoAnswer(new ConnectException("Connection refused"), "the connection failed");
        assertNoAnswer(
                new IOException("HTTP status [502], message [Bad Gateway], URL [http://host:9600/kms/v1/x?a=secret]"),
                "HTTP status [502]");
        assertNoAnswer(new NullPointerException(), "NullPointerException");
    }

    private void assertNoAnswer(Exception failure, String message) {
        assertThatThrownBy(() -> failures.answer(failure, "mk"))
                .isInstanceOf(NoAnswerException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("secret")
                .satisfies(e -> assertThat(e.getCause())
                        .asString()
                        .contains(failure.getClass().getName())
                        .doesNotContain("secret"));
    }
}
