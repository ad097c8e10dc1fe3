package io.pq2.exception;

/**
 * Something encrypted or signed is not what its writer wrote, or not at the place for which it was written: changed, cut off, exchanged for
 * something else, or damaged by accident.
 */
public final class TamperedFileException extends EncryptionException {

    private static final long serialVersionUID = 1L;

    /**
     * @param location what is not authentic
     * @param detail what was found
     */
    public TamperedFileException(FileLocation location, String detail) {
        super(location, detail, null);
    }
}
