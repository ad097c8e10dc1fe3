package io.pq2.exception;

/**
 * A key management service does not answer, or not with an answer: it is down, cannot be reached, takes too long or is not ready. Retries have
 * been made. Whether there is a key is not known.
 */
public final class KmsUnavailableException extends EncryptionException {

    private static final long serialVersionUID = 1L;

    private final String kmsInstance;
    private final String masterKeyId;

    /**
     * @param kmsInstance which service, by its identifier or address
     * @param masterKeyId the master key that was asked for, null if none was yet
     * @param detail what happened, how often and for how long it was tried, and what to do, without anything secret
     * @param cause the lower-level failure, null if there is none
     */
    public KmsUnavailableException(String kmsInstance, String masterKeyId, String detail, Throwable cause) {
        super(
                FileLocation.UNKNOWN,
                "the KMS " + kmsInstance + " is not available"
                        + (masterKeyId == null ? "" : " for the master key " + masterKeyId) + ": " + detail,
                cause);
        this.kmsInstance = kmsInstance;
        this.masterKeyId = masterKeyId;
    }

    /** Which service it is, by its identifier or address. */
    public String kmsInstance() {
        return kmsInstance;
    }

    /** The master key that was asked for, null if none was yet. */
    public String masterKeyId() {
        return masterKeyId;
    }
}
