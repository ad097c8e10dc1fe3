package io.pq2.exception;

import org.jspecify.annotations.Nullable;

/** Reports that a key management service (KMS) does not permit this user to use a master key. */
public final class KmsDeniedException extends KeyDeniedException {

    private static final long serialVersionUID = 2L;

    private final String kmsInstance;
    private final String masterKeyId;

    /**
     * @param kmsInstance the identifier or address of the KMS
     * @param masterKeyId the identifier of the master key
     * @param detail the answer of the KMS and a remedy, without secrets
     * @param cause the failure of the client; absent when there is none
     */
    public KmsDeniedException(String kmsInstance, String masterKeyId, String detail, @Nullable Throwable cause) {
        super(
                FileLocation.UNKNOWN,
                "the KMS " + kmsInstance + " refuses the use of the master key " + masterKeyId + ": " + detail,
                cause);
        this.kmsInstance = kmsInstance;
        this.masterKeyId = masterKeyId;
    }

    private KmsDeniedException(FileLocation location, String detail, KmsDeniedException cause) {
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
    public KmsDeniedException forModule(FileLocation location, String detail) {
        return new KmsDeniedException(location, detail, this);
    }
}
