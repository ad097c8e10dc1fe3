package io.pq2.exception;

/** The key is not the one that something was encrypted with. */
public final class WrongKeyException extends EncryptionException {

    private static final long serialVersionUID = 1L;

    /**
     * @param location what the key was tried on
     * @param detail which key, and what to do
     */
    public WrongKeyException(FileLocation location, String detail) {
        super(location, detail, null);
    }
}
