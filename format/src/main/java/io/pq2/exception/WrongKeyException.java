package io.pq2.exception;

/** Reports that a key differs from the one that the module was encrypted with. */
public final class WrongKeyException extends EncryptionException {

    private static final long serialVersionUID = 2L;

    /**
     * @param location the module that the key was tried on
     * @param detail which key it was, and a remedy
     */
    public WrongKeyException(FileLocation location, String detail) {
        super(location, detail, null);
    }
}
