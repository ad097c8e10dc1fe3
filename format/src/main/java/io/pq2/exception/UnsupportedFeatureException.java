package io.pq2.exception;

/** A file or a request uses a part of the format that this version cannot read or write. */
public final class UnsupportedFeatureException extends ParquetException {

    private static final long serialVersionUID = 1L;

    private final String detail;
    private transient FileLocation location = FileLocation.UNKNOWN;

    /** @param detail the feature, and what one can do instead where there is something */
    public UnsupportedFeatureException(String detail) {
        this(detail, null);
    }

    /**
     * @param detail the feature, and what one can do instead where there is something
     * @param cause the lower-level failure, null if there is none
     */
    public UnsupportedFeatureException(String detail, Throwable cause) {
        super(detail, cause);
        this.detail = detail;
    }

    /** Adds to this exception those parts of a location that it does not know yet, and returns it. */
    public UnsupportedFeatureException locate(FileLocation known) {
        location = (location == null ? FileLocation.UNKNOWN : location).orElse(known);
        return this;
    }

    @Override
    public String getMessage() {
        String where = location == null ? "" : location.toString();
        return where.isEmpty() ? detail : where + ": " + detail;
    }
}
