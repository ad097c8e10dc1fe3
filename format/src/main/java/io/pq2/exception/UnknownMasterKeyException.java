package io.pq2.exception;

import org.jspecify.annotations.Nullable;

/** Reports that a key management service (KMS) does not have a master key, or not the version of it that is needed. */
public final class UnknownMasterKeyException extends KeyDeniedException {

    private static final long serialVersionUID = 2L;

    private final String kmsInstance;
    private final String masterKeyId;

    /**
     * @param kmsInstance the identifier or address of the KMS
     * @param masterKeyId the identifier of the master key
     * @param detail the answer of the KMS and a remedy, without secrets
     * @param cause the failure of the client; absent when there is none
     */
    public UnknownMasterKeyException(String kmsInstance, String masterKeyId, String detail, @Nullable Throwable cause) {
        super(
                FileLocation.UNKNOWN,
                "the KMS " + kmsInstance + " does not have the master key " + masterKeyId + ": " + detail,
                cause);
        this.kmsInstance = kmsInstance;
        this.masterKeyId = masterKeyId;
    }

    private UnknownMasterKeyException(FileLocation location, String detail, UnknownMasterKeyException cause) {
        super(location, detail, cause);
        this.kmsInstance = cause.kmsInstance;
        this.masterKeyId = cause.masterKeyId;
    }

    /** Returns the identifier or address of the KMS. */
    public String kmsInstance() {
        return kmsInstance;
    }

    /** Returns the identifier of the master key. */
    public String masterKeyId() {
        return masterKeyId;
    }

    @Override
    public UnknownMasterKeyException forModule(FileLocation location, String detail) {
        return new UnknownMasterKeyException(location, detail, this);
    }
}
