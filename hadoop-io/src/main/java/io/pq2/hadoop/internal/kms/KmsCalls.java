package io.pq2.hadoop.internal.kms;

import io.pq2.exception.KmsUnavailableException;
import io.pq2.hadoop.kms.KmsOptions;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Calls of a KMS: repeated while there is no answer, as long as the options allow. */
public final class KmsCalls {

    /** One attempt at a call. */
    public interface Attempt<T> {

        /**
         * @param timeout how long it may take
         * @throws NoAnswerException if another attempt may end otherwise
         * @throws InterruptedException if the thread was interrupted
         */
        T run(Duration timeout) throws NoAnswerException, InterruptedException;
    }

    /** Time, which tests have pass as they like. */
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

        /** A number from 0 on and below 1, another one each time. */
        double random();
    }

    private final String kms;
    private final KmsRetryOptions options;
    private final Clock clock;

    /** @param kms how messages name the KMS */
    public KmsCalls(String kms, KmsRetryOptions options, Clock clock) {
        this.kms = kms;
        this.options = options;
        this.clock = clock;
    }

    /**
     * What an attempt gives, the first one that has an answer.
     *
     * @throws KmsUnavailableException if there was none
     */
    public <T> T call(String masterKeyId, Attempt<T> attempt) {
        long start = clock.nanos();
        for (int made = 1; ; made++) {
            Duration left = options.totalTimeout().minusNanos(clock.nanos() - start);
            try {
                return attempt.run(shorter(options.requestTimeout(), left));
            } catch (NoAnswerException e) {
                left = options.totalTimeout().minusNanos(clock.nanos() - start);
                Duration pause = pauseAfter(made, e.notBefore());
                if (made == options.attempts() || pause.compareTo(left) >= 0) {
                    throw unavailable(masterKeyId, made, clock.nanos() - start, e);
                }
                pause(masterKeyId, pause, e);
            } catch (InterruptedException e) {
                throw interrupted(masterKeyId, e);
            }
        }
    }

    private Duration pauseAfter(int attempt, Duration notBefore) {
        long millis = options.backoffAfter(attempt).toMillis();
        Duration pause = Duration.ofMillis(millis - (long) (clock.random() * 0.5 * millis));
        return pause.compareTo(notBefore) < 0 ? notBefore : pause;
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
        return new KmsUnavailableException(kms, masterKeyId, "the thread was interrupted while it waited", cause);
    }

    private KmsUnavailableException unavailable(String masterKeyId, int attempts, long nanos, NoAnswerException last) {
        return new KmsUnavailableException(
                kms,
                masterKeyId,
                last.getMessage() + " (attempts: " + attempts + ", in "
                        + Duration.ofNanos(nanos).toMillis()
                        + " ms). Check that it runs and can be reached from here, and its address"
                        + " (parquet.encryption.kms.instance.url); " + KmsOptions.ATTEMPTS + ", "
                        + KmsOptions.REQUEST_TIMEOUT + " and " + KmsOptions.TOTAL_TIMEOUT
                        + " say how long it is waited for",
                last.getCause());
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
