package io.pq2.exception;

import org.jspecify.annotations.Nullable;

/**
 * Reports that a key management service (KMS) gives no valid answer: it is down, unreachable, too slow, or not ready.
 * The client has already retried. Whether the key exists is unknown.
 */
public final class KmsUnavailableException extends EncryptionException {

    private static final long serialVersionUID = 2L;

    private final String kmsInstance;
    private final @Nullable String masterKeyId;

    /**
     * @param kmsInstance the identifier or address of the KMS
     * @param masterKeyId the identifier of the requested master key; absent when no key was requested yet
     * @param detail what failed, the number and duration of the attempts, and a remedy, without secrets
     * @param cause the failure of the client; absent when there is none
     */
    public KmsUnavailableException(
            String kmsInstance, @Nullable String masterKeyId, String detail, @Nullable Throwable cause) {
        super(
                FileLocation.UNKNOWN,
                "the KMS " + kmsInstance + " is not available"
                        + (masterKeyId == null ? "" : " for the master key " + masterKeyId) + ": " + detail,
                cause);
        this.kmsInstance = kmsInstance;
        this.masterKeyId = masterKeyId;
    }

    /** Returns the identifier or address of the KMS. */
    public String kmsInstance() {
        return kmsInstance;
    }

    /** Returns the identifier of the requested master key; absent when no key was requested yet. */
    public @Nullable String masterKeyId() {
        return masterKeyId;
    }
}
