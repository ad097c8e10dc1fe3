package io.pq2.exception;

/** A caller gave a schema, an option or a value that cannot be written or read as asked; nothing is wrong with a file. */
public final class InvalidDataException extends ParquetException {

    private static final long serialVersionUID = 1L;

    /** @param message what was given, where (column, row), and what is allowed */
    public InvalidDataException(String message) {
        super(message, null);
    }

    /**
     * @param message what was given, where (column, row), and what is allowed
     * @param cause the lower-level failure
     */
    public InvalidDataException(String message, Throwable cause) {
        super(message, cause);
    }
}
