package io.pq2.hadoop.internal.kms;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sends HTTP requests to Vault. */
public final class VaultHttp {

    /** The limit of a response in bytes; responses of the transit engine for one key are much shorter. */
    private static final int MAX_RESPONSE_BYTES = 1 << 20;

    private final HttpClient client;
    private final @Nullable String namespace;

    /**
     * Creates a client.
     *
     * @param connectTimeout the time limit of connecting
     * @param namespace the Vault namespace; null for none
     */
    public VaultHttp(Duration connectTimeout, @Nullable String namespace) {
        // Redirects are not followed: they would reveal the token to another server.
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(connectTimeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        this.namespace = namespace;
    }

    /**
     * A response of Vault.
     *
     * @param status the HTTP status
     * @param json the parsed body; null if it is not JSON
     * @param minPause the pause that Vault demands before the next request
     */
    public record Answer(int status, @Nullable Object json, Duration minPause) {

        /** Returns a text field of the object {@code data}; null if there is none. */
        public @Nullable String data(String name) {
            return KmsJson.get(json, "data", name) instanceof String text ? text : null;
        }

        /** Returns the error messages; empty if there are none. */
        List<String> errors() {
            List<String> errors = new ArrayList<>();
            if (KmsJson.get(json, "errors") instanceof List<?> list) {
                list.forEach(error -> {
                    if (error instanceof String text) {
                        errors.add(text);
                    }
                });
            }
            return errors;
        }

        /** Returns the status only, because the body may contain a key. */
        @Override
        public String toString() {
            return "HTTP " + status;
        }
    }

    /**
     * Sends a request.
     *
     * @param body the JSON body, which is overwritten with zeros afterwards
     * @throws NoAnswerException if there is no response in time
     */
    public Answer post(URI address, String token, byte[] body, Duration timeout)
            throws NoAnswerException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .header("X-Vault-Request", "true")
                .header("X-Vault-Token", token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body));
        if (namespace != null) {
            request.header("X-Vault-Namespace", namespace);
        }
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request.build(), about -> new LimitedBodySubscriber(MAX_RESPONSE_BYTES));
        try {
            return answer(answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            throw new NoAnswerException("it takes too long to answer", e);
        } catch (ExecutionException e) {
            throw noAnswer(e.getCause() == null ? e : e.getCause(), token);
        } finally {
            // Closes the connection if there is no response yet.
            answer.cancel(true);
            KeyBytes.wipe(body);
        }
    }

    private static Answer answer(HttpResponse<byte[]> response) {
        @Nullable Object json;
        try {
            json = KmsJson.parse(response.body());
        } catch (KmsJson.SyntaxException e) {
            json = null;
        } finally {
            KeyBytes.wipe(response.body());
        }
        return new Answer(response.statusCode(), json, minPause(response));
    }

    private static Duration minPause(HttpResponse<?> response) {
        String seconds = response.headers().firstValue("Retry-After").orElse("");
        return seconds.matches("[0-9]{1,6}") ? Duration.ofSeconds(Long.parseLong(seconds)) : Duration.ZERO;
    }

    private static NoAnswerException noAnswer(Throwable failure, String token) {
        if (failure instanceof HttpTimeoutException) {
            return new NoAnswerException("it takes too long to answer", KmsText.redacted(failure, token));
        }
        String said = failure.getMessage();
        return new NoAnswerException(
                "the connection failed: " + failure.getClass().getSimpleName()
                        + (said == null ? "" : ": " + KmsText.redacted(said, token)),
                KmsText.redacted(failure, token));
    }
}
