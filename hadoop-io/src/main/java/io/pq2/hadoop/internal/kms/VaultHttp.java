package io.pq2.hadoop.internal.kms;

import static java.nio.charset.StandardCharsets.UTF_8;

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

/** Requests to Vault. */
public final class VaultHttp {

    /** Longer than any that the transit engine gives for one key. */
    private static final int LONGEST_ANSWER = 1 << 20;

    private final HttpClient client;
    private final String namespace;

    /**
     * @param connectTimeout how long it may take to be connected
     * @param namespace null for none
     */
    public VaultHttp(Duration connectTimeout, String namespace) {
        // Redirects are not followed: the token would be shown to whoever is named there.
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(connectTimeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        this.namespace = namespace;
    }

    /**
     * What Vault says.
     *
     * @param json what it says, null if that is no JSON
     * @param notBefore how long it wants to be left alone
     */
    public record Answer(int status, Object json, Duration notBefore) {

        /** A text that an answer has to have; null if it does not. */
        public String data(String name) {
            return KmsJson.get(json, "data", name) instanceof String text ? text : null;
        }

        /** What Vault says is wrong, nothing if it does not say. */
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

        /** The status, and nothing of what may be a key. */
        @Override
        public String toString() {
            return "HTTP " + status;
        }
    }

    /**
     * @param body JSON, which is overwritten afterwards
     * @throws NoAnswerException if none came in time
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
                client.sendAsync(request.build(), about -> new LimitedBodySubscriber(LONGEST_ANSWER));
        try {
            return answer(answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            throw new NoAnswerException("it takes too long to answer", e);
        } catch (ExecutionException e) {
            throw noAnswer(e.getCause());
        } finally {
            // Gives the connection up if there is no answer yet.
            answer.cancel(true);
            KeyBytes.wipe(body);
        }
    }

    private static Answer answer(HttpResponse<byte[]> response) {
        Object json;
        try {
            json = KmsJson.parse(new String(response.body(), UTF_8));
        } catch (KmsJson.SyntaxException e) {
            json = null;
        } finally {
            KeyBytes.wipe(response.body());
        }
        return new Answer(response.statusCode(), json, notBefore(response));
    }

    private static Duration notBefore(HttpResponse<?> response) {
        String seconds = response.headers().firstValue("Retry-After").orElse("");
        return seconds.matches("[0-9]{1,6}") ? Duration.ofSeconds(Long.parseLong(seconds)) : Duration.ZERO;
    }

    private static NoAnswerException noAnswer(Throwable failure) {
        if (failure instanceof HttpTimeoutException) {
            return new NoAnswerException("it takes too long to answer", failure);
        }
        String said = failure.getMessage();
        return new NoAnswerException(
                "there is no connection: " + failure.getClass().getSimpleName() + (said == null ? "" : ": " + said),
                failure);
    }
}
