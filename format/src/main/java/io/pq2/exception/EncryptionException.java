package io.pq2.exception;

/**
 * An encrypted file, or what of it was asked for, is not decrypted; or a key for one that is to be written is not to be had. Nothing of what
 * could not be authenticated ever comes out.
 *
 * <p>Messages name the file, the column and the key by its metadata or its identifier, never a key.
 */
public abstract sealed class EncryptionException extends ParquetException
        permits KeyDeniedException,
                WrongKeyException,
                AadPrefixException,
                TamperedFileException,
                KmsUnavailableException {

    private static final long serialVersionUID = 1L;

    private final String detail;
    /** The place as text, which stays with the exception when it is serialized. */
    private String where;

    private transient FileLocation location;

    EncryptionException(FileLocation location, String detail, Throwable cause) {
        super(detail, cause);
        this.detail = detail;
        this.location = location;
        this.where = location.toString();
    }

    /** Where it was met, as far as known. */
    public FileLocation location() {
        return location == null ? FileLocation.UNKNOWN : location;
    }

    /** Adds to this exception those parts of a location that it does not know yet, and returns it. */
    public EncryptionException locate(FileLocation known) {
        location = location().orElse(known);
        where = location.toString();
        return this;
    }

    /** What is wrong, without the place. */
    public String detail() {
        return detail;
    }

    @Override
    public String getMessage() {
        return where.isEmpty() ? detail : where + ": " + detail;
    }
}
