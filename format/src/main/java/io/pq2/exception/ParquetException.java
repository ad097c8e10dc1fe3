package io.pq2.exception;

import io.pq2.internal.exception.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * The root of the exceptions that report an invalid file, request or value.
 *
 * <p>The code that detects an error knows its detail; its callers know the file, row group and column. Each caller adds
 * what it knows with {@link #locate}, so that the message names the complete location.
 *
 * <p>Failures of storage (a disk, a network) are not reported by this exception. They stay {@link java.io.IOException}
 * or {@link java.io.UncheckedIOException}.
 */
public abstract class ParquetException extends RuntimeException {

    private static final long serialVersionUID = 2L;

    private final String detail;
    private FileLocation location;

    ParquetException(FileLocation location, String detail, @Nullable Throwable cause) {
        super(detail, cause);
        this.location = location;
        this.detail = DisplayText.message(detail);
    }

    /**
     * Completes the location of this exception.
     *
     * @param known the location as the caller knows it; it fills only parts that are still unknown
     * @return this exception
     */
    public ParquetException locate(FileLocation known) {
        location = location.orElse(known);
        return this;
    }

    /** Returns the location of the error; {@link FileLocation#UNKNOWN} if no part of it is known. */
    public FileLocation location() {
        return location;
    }

    /**
     * Returns the description of the error without its location. Control characters are escaped and long text is cut,
     * because the description may contain text from the file.
     */
    public String detail() {
        return detail;
    }

    /** Returns the location, if known, and the detail. */
    @Override
    public String getMessage() {
        String place = location.toString();
        return place.isEmpty() ? detail : place + ": " + detail;
    }
}
