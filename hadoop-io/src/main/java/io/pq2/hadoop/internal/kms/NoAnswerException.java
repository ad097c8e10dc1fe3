package io.pq2.hadoop.internal.kms;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The KMS did not answer an attempt, or had an internal error. A retry may succeed. */
public final class NoAnswerException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Duration minPause;

    /**
     * Creates an exception that allows an immediate retry.
     *
     * @param message the reason, without secrets
     * @param cause the failure; null if there is none
     */
    public NoAnswerException(String message, @Nullable Throwable cause) {
        this(message, cause, Duration.ZERO);
    }

    /**
     * Creates an exception.
     *
     * @param message the reason, without secrets
     * @param cause the failure; null if there is none
     * @param minPause the pause that the KMS demands before the next attempt
     */
    public NoAnswerException(String message, @Nullable Throwable cause, Duration minPause) {
        super(message, cause);
        this.minPause = minPause;
    }

    Duration minPause() {
        return minPause;
    }
}
