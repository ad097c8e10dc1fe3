package io.pq2.hadoop.internal.kms;

import io.pq2.hadoop.kms.KmsOptions;
import java.time.Duration;

/**
 * How long and how often a KMS is asked. What it refuses is not asked again; what it does not answer, or answers with an error of its own, is.
 *
 * @param attempts how often at most
 * @param requestTimeout how long one answer may take
 * @param totalTimeout after how long no further attempt begins, and no answer of the last one is waited for
 * @param backoff the pause after the first attempt, which doubles with each; of each pause a random part, up to its half, is left out, so that
 *     tasks that failed together do not come back together
 * @param maxBackoff what no pause is longer than
 */
public record KmsRetryOptions(
        int attempts, Duration requestTimeout, Duration totalTimeout, Duration backoff, Duration maxBackoff) {

    public static KmsRetryOptions of(KmsSettings settings) {
        return new KmsRetryOptions(
                settings.integer(KmsOptions.ATTEMPTS, 5, 1, 1000),
                settings.millis(KmsOptions.REQUEST_TIMEOUT, 10_000),
                settings.millis(KmsOptions.TOTAL_TIMEOUT, 60_000),
                settings.millis(KmsOptions.BACKOFF, 200),
                settings.millis(KmsOptions.MAX_BACKOFF, 5_000));
    }

    /** The longest pause after an attempt, which is counted from 1. */
    Duration backoffAfter(int attempt) {
        long doubled = backoff.toMillis() << Math.min(attempt - 1, Integer.SIZE - 2);
        return Duration.ofMillis(Math.min(maxBackoff.toMillis(), doubled));
    }
}
