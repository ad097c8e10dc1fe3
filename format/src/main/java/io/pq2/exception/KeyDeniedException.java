package io.pq2.exception;

import org.jspecify.annotations.Nullable;

/**
 * Reports that no key is available: none was given, or its source refused it. A {@link
 * io.pq2.encryption.DecryptionKeyRetriever} throws it to refuse a key.
 */
public class KeyDeniedException extends EncryptionException {

    private static final long serialVersionUID = 2L;

    /** @param detail which key is refused and why, without secrets */
    public KeyDeniedException(String detail) {
        this(FileLocation.UNKNOWN, detail, null);
    }

    /**
     * @param detail which key is refused and why, without secrets
     * @param cause the failure that led to the refusal; absent when there is none
     */
    public KeyDeniedException(String detail, @Nullable Throwable cause) {
        this(FileLocation.UNKNOWN, detail, cause);
    }

    /**
     * @param location the module that needs the key
     * @param detail which key it is, and a remedy
     * @param cause the refusal of the key's source; absent when no source was asked
     */
    public KeyDeniedException(FileLocation location, String detail, @Nullable Throwable cause) {
        super(location, detail, cause);
    }

    /**
     * Returns an exception of the same class for one module that needs the key, with this exception as its cause.
     *
     * @param location the module that needs the key
     * @param detail which key it is, and a remedy
     */
    public KeyDeniedException forModule(FileLocation location, String detail) {
        return new KeyDeniedException(location, detail, this);
    }
}
