package io.pq2.exception;

/**
 * A defect of this library, met while it read a file. Nothing is known to be wrong with the file. Report the message
 * and the stack trace, if possible with the file.
 */
public final class InternalErrorException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private transient FileLocation location;
    /** The location as text, which a serialized exception keeps. */
    private String where;

    /**
     * Creates an internal error.
     *
     * @param location the place in the file that was being read
     * @param cause the failure
     */
    public InternalErrorException(FileLocation location, RuntimeException cause) {
        super(cause);
        this.location = location;
        this.where = location.toString();
    }

    /** Adds the parts of a location that this exception lacks, and returns this exception. */
    public InternalErrorException locate(FileLocation outer) {
        location = location().orElse(outer);
        where = location.toString();
        return this;
    }

    /** Returns the place in the file that was being read, as exactly as it is known. */
    public FileLocation location() {
        return location == null ? FileLocation.UNKNOWN : location;
    }

    @Override
    public String getMessage() {
        return "internal error of pq2 while reading " + where + "; please report it: " + getCause();
    }
}
