package io.pq2.exception;

/**
 * Reports that an encrypted or signed module is not authentic: it was changed, truncated, replaced, moved to another
 * place, or damaged by accident.
 */
public final class TamperedFileException extends EncryptionException {

    private static final long serialVersionUID = 2L;

    /**
     * @param location the module that is not authentic
     * @param detail what was found
     */
    public TamperedFileException(FileLocation location, String detail) {
        super(location, detail, null);
    }
}
