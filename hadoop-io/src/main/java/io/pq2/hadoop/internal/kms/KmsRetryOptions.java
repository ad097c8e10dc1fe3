package io.pq2.hadoop.internal.kms;

import io.pq2.hadoop.internal.options.KmsKeys;
import java.time.Duration;

/**
 * Limits for retries of KMS calls. A call is retried if the KMS does not answer or has an internal error; a denied call
 * is not.
 *
 * @param attempts the maximum number of attempts
 * @param requestTimeout the time limit of a single attempt
 * @param totalTimeout the time limit of a call with all its attempts
 * @param backoff the pause after the first attempt, which doubles with each further attempt. Each pause is shortened by
 *     a random part of up to a half, so that tasks that failed together do not retry together
 * @param maxBackoff the longest pause between two attempts
 */
public record KmsRetryOptions(
        int attempts, Duration requestTimeout, Duration totalTimeout, Duration backoff, Duration maxBackoff) {

    public static KmsRetryOptions of(KmsSettings settings) {
        return new KmsRetryOptions(
                settings.get(KmsKeys.ATTEMPTS, 5),
                settings.millis(KmsKeys.REQUEST_TIMEOUT, 10_000),
                settings.millis(KmsKeys.TOTAL_TIMEOUT, 60_000),
                settings.millis(KmsKeys.BACKOFF, 200),
                settings.millis(KmsKeys.MAX_BACKOFF, 5_000));
    }

    /** Returns the longest pause after an attempt; attempts are counted from 1. */
    Duration backoffAfter(int attempt) {
        long doubled = backoff.toMillis() << Math.min(attempt - 1, Integer.SIZE - 2);
        return Duration.ofMillis(Math.min(maxBackoff.toMillis(), doubled));
    }
}
