package io.pq2.exception;

/** A key management service has no master key of a name, or not the version of it that is needed. */
public final class UnknownMasterKeyException extends KeyDeniedException {

    private static final long serialVersionUID = 1L;

    private final String kmsInstance;
    private final String masterKeyId;

    /**
     * @param kmsInstance which service, by its identifier or address
     * @param masterKeyId the master key
     * @param detail what the service said, and what to do, without anything secret
     * @param cause the lower-level failure, null if there is none
     */
    public UnknownMasterKeyException(String kmsInstance, String masterKeyId, String detail, Throwable cause) {
        super(
                FileLocation.UNKNOWN,
                "the KMS " + kmsInstance + " does not have the master key " + masterKeyId + ": " + detail,
                cause);
        this.kmsInstance = kmsInstance;
        this.masterKeyId = masterKeyId;
    }

    private UnknownMasterKeyException(FileLocation place, String told, UnknownMasterKeyException cause) {
        super(place, told, cause);
        this.kmsInstance = cause.kmsInstance;
        this.masterKeyId = cause.masterKeyId;
    }

    /** Which service it is, by its identifier or address. */
    public String kmsInstance() {
        return kmsInstance;
    }

    /** The master key. */
    public String masterKeyId() {
        return masterKeyId;
    }

    @Override
    public UnknownMasterKeyException toldOf(FileLocation place, String told) {
        return new UnknownMasterKeyException(place, told, this);
    }
}
