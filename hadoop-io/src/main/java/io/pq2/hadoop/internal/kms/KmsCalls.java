package io.pq2.hadoop.internal.kms;

import io.pq2.exception.KmsUnavailableException;
import io.pq2.hadoop.kms.KmsOptions;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Calls a KMS with retries: a call that is not answered is repeated within the limits of the options. */
public final class KmsCalls {

    /** One attempt at a call. */
    public interface Attempt<T> {

        /**
         * Makes one attempt.
         *
         * @param timeout the time limit of the attempt
         * @throws NoAnswerException if a retry may succeed
         * @throws InterruptedException if the thread is interrupted
         */
        T run(Duration timeout) throws NoAnswerException, InterruptedException;
    }

    /** The source of time, pauses and random numbers; replaced by tests. */
    public interface Clock {

        Clock SYSTEM = new Clock() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void pause(Duration pause) throws InterruptedException {
                Thread.sleep(pause.toMillis());
            }

            @Override
            public double random() {
                return ThreadLocalRandom.current().nextDouble();
            }
        };

        long nanos();

        void pause(Duration pause) throws InterruptedException;

        /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
        double random();
    }

    private final String kms;
    private final KmsRetryOptions options;
    private final Clock clock;

    /**
     * Creates calls.
     *
     * @param kms the name of the KMS in messages
     */
    public KmsCalls(String kms, KmsRetryOptions options, Clock clock) {
        this.kms = kms;
        this.options = options;
        this.clock = clock;
    }

    /**
     * Returns the result of the first attempt that is answered.
     *
     * @throws KmsUnavailableException if no attempt is answered
     */
    public <T> T call(String masterKeyId, Attempt<T> attempt) {
        long start = clock.nanos();
        for (int attempts = 1; ; attempts++) {
            Duration left = options.totalTimeout().minusNanos(clock.nanos() - start);
            try {
                return attempt.run(shorter(options.requestTimeout(), left));
            } catch (NoAnswerException e) {
                left = options.totalTimeout().minusNanos(clock.nanos() - start);
                Duration pause = pauseAfter(attempts, e.minPause());
                if (attempts == options.attempts() || pause.compareTo(left) >= 0) {
                    throw unavailable(masterKeyId, attempts, clock.nanos() - start, e);
                }
                pause(masterKeyId, pause, e);
            } catch (InterruptedException e) {
                throw interrupted(masterKeyId, e);
            }
        }
    }

    private Duration pauseAfter(int attempt, Duration minPause) {
        long millis = options.backoffAfter(attempt).toMillis();
        Duration pause = Duration.ofMillis(millis - (long) (clock.random() * 0.5 * millis));
        return pause.compareTo(minPause) < 0 ? minPause : pause;
    }

    private void pause(String masterKeyId, Duration pause, NoAnswerException failure) {
        try {
            clock.pause(pause);
        } catch (InterruptedException e) {
            e.addSuppressed(failure);
            throw interrupted(masterKeyId, e);
        }
    }

    private KmsUnavailableException interrupted(String masterKeyId, InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new KmsUnavailableException(kms, masterKeyId, "the thread was interrupted while waiting", cause);
    }

    private KmsUnavailableException unavailable(String masterKeyId, int attempts, long nanos, NoAnswerException last) {
        return new KmsUnavailableException(
                kms,
                masterKeyId,
                last.getMessage() + " (attempts: " + attempts + ", in "
                        + Duration.ofNanos(nanos).toMillis()
                        + " ms). Check that the KMS is running and reachable from here, and its address"
                        + " (parquet.encryption.kms.instance.url); " + KmsOptions.ATTEMPTS + ", "
                        + KmsOptions.REQUEST_TIMEOUT + " and " + KmsOptions.TOTAL_TIMEOUT
                        + " limit the waiting time",
                last.getCause());
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
