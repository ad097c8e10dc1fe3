package io.pq2.exception;

/**
 * Reports that reading a file would take more memory or work than a limit allows. The file may be correct: raising the
 * limit, an option of {@code io.pq2.read.ReadOptions}, makes it readable.
 */
public final class LimitExceededException extends ParquetException {

    private static final long serialVersionUID = 1L;

    private final String limit;
    private final long maximum;

    /**
     * @param limit the configuration key of the limit, for example {@code pq2.read.maxPageBytes}
     * @param maximum the value of the limit
     * @param detail what exceeds the limit, with its size
     */
    public LimitExceededException(String limit, long maximum, String detail) {
        super(
                FileLocation.UNKNOWN,
                detail + "; the limit " + limit + " is " + maximum + ". Raise it if you trust the file's writer",
                null);
        this.limit = limit;
        this.maximum = maximum;
    }

    /** Returns the configuration key of the limit. */
    public String limit() {
        return limit;
    }

    /** Returns the value of the limit. */
    public long maximum() {
        return maximum;
    }

    @Override
    public LimitExceededException locate(FileLocation known) {
        super.locate(known);
        return this;
    }
}
