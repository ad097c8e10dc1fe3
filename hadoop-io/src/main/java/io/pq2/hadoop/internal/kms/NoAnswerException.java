package io.pq2.hadoop.internal.kms;

import java.time.Duration;

/** An attempt had no answer, or none about the key: another one may have. */
public final class NoAnswerException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Duration notBefore;

    /**
     * @param message what happened, without anything secret
     * @param cause the failure, null if there is none
     */
    public NoAnswerException(String message, Throwable cause) {
        this(message, cause, Duration.ZERO);
    }

    /** @param notBefore how long the KMS wants to be left alone */
    public NoAnswerException(String message, Throwable cause, Duration notBefore) {
        super(message, cause);
        this.notBefore = notBefore;
    }

    Duration notBefore() {
        return notBefore;
    }
}
