package io.pq2.exception;

import org.jspecify.annotations.Nullable;

/**
 * Reports that the caller passed a schema, an option or a value that is invalid. The file, if there is one, is intact.
 */
public class InvalidDataException extends ParquetException {

    private static final long serialVersionUID = 2L;

    /** @param detail what was passed, its place (column, row), and what is allowed */
    public InvalidDataException(String detail) {
        this(detail, null);
    }

    /**
     * @param detail what was passed, its place (column, row), and what is allowed
     * @param cause the failure that revealed the error; absent when there is none
     */
    public InvalidDataException(String detail, @Nullable Throwable cause) {
        super(FileLocation.UNKNOWN, detail, cause);
    }

    @Override
    public InvalidDataException locate(FileLocation known) {
        super.locate(known);
        return this;
    }
}
