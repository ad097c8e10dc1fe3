package io.pq2.exception;

/**
 * Reports that the key of an encrypted module cannot be obtained, because its key material has an unknown type or
 * cannot be read. The cause has the details.
 */
public final class KeyMaterialException extends EncryptionException {

    private static final long serialVersionUID = 2L;

    /**
     * @param location the module that needs the key
     * @param detail which key it is, and why it cannot be obtained
     * @param cause the failure of the source of keys
     */
    public KeyMaterialException(FileLocation location, String detail, Throwable cause) {
        super(location, detail, cause);
    }
}
