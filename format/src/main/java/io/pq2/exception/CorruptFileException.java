package io.pq2.exception;

/**
 * A file is not the Parquet file that it says it is: truncated, overwritten, tampered with or written wrongly.
 *
 * <p>Whoever finds the fault knows what is wrong with the bytes, whoever called knows where they stand. Callers on the way
 * out therefore add what they know with {@link #locate(FileLocation)}; the message always shows all that is known so far.
 */
public final class CorruptFileException extends ParquetException {

    private static final long serialVersionUID = 1L;

    private final String detail;
    private transient FileLocation location = FileLocation.UNKNOWN;

    /** @param detail what was expected and what was found, naming fields as the specification does */
    public CorruptFileException(String detail) {
        this(detail, null);
    }

    /**
     * @param detail what was expected and what was found, naming fields as the specification does
     * @param cause the lower-level failure, null if there is none
     */
    public CorruptFileException(String detail, Throwable cause) {
        super(detail, cause);
        this.detail = detail;
    }

    /** Adds to this exception those parts of a location that it does not know yet, and returns it. */
    public CorruptFileException locate(FileLocation known) {
        location = location().orElse(known);
        return this;
    }

    /** Where the fault is, as far as known. */
    public FileLocation location() {
        return location == null ? FileLocation.UNKNOWN : location;
    }

    /** What is wrong, without the place. */
    public String detail() {
        return detail;
    }

    @Override
    public String getMessage() {
        String where = location().toString();
        return where.isEmpty() ? detail : where + ": " + detail;
    }
}
