package io.pq2.exception;

/**
 * The AAD prefix, which says which file it is, is missing, not the one that was expected, or not the one that the file was encrypted with
 * (Encryption.md, 4.4.1).
 */
public final class AadPrefixException extends EncryptionException {

    private static final long serialVersionUID = 1L;

    /** @param message what is wrong with the prefix; an {@link io.pq2.encryption.AadPrefixVerifier} throws it to refuse one */
    public AadPrefixException(String message) {
        this(FileLocation.UNKNOWN, message, null);
    }

    /**
     * @param location the file
     * @param detail what is wrong with the prefix, and what to do
     * @param cause the verifier's refusal, null if there was none
     */
    public AadPrefixException(FileLocation location, String detail, Throwable cause) {
        super(location, detail, cause);
    }
}
