package io.pq2.internal.exception;

import io.pq2.exception.InvalidDataException;
import org.jspecify.annotations.Nullable;

/**
 * Reports a value that its type does not allow. Where the values to write come from a file, the file is wrong, so that
 * code that copies rows of files turns this exception into a {@link io.pq2.exception.CorruptFileException}.
 */
public final class InvalidValueException extends InvalidDataException {

    private static final long serialVersionUID = 1L;

    /** @param detail the value, its place (column, row), and what is allowed */
    public InvalidValueException(String detail) {
        this(detail, null);
    }

    /**
     * @param detail the value, its place (column, row), and what is allowed
     * @param cause the failure that revealed the error; absent when there is none
     */
    public InvalidValueException(String detail, @Nullable Throwable cause) {
        super(detail, cause);
    }
}
