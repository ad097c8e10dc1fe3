package io.pq2;

/**
 * An encrypted file, or what of it was asked for, is not decrypted. Nothing of what could not be authenticated ever comes out.
 *
 * <p>Messages name the file, the column and the key by its metadata, never a key.
 */
public abstract sealed class EncryptionException extends ParquetException
        permits KeyDeniedException, WrongKeyException, AadPrefixException, TamperedFileException {

    private static final long serialVersionUID = 1L;

    private final transient FileLocation location;

    EncryptionException(FileLocation location, String detail, Throwable cause) {
        super(location.toString().isEmpty() ? detail : location + ": " + detail, cause);
        this.location = location;
    }

    /** Where it was met, as far as known. */
    public FileLocation location() {
        return location == null ? FileLocation.UNKNOWN : location;
    }
}
