package io.pq2.exception;

import org.jspecify.annotations.Nullable;

/**
 * Reports that a file violates the Parquet specification: it is truncated, overwritten, damaged or was written
 * incorrectly.
 */
public final class CorruptFileException extends ParquetException {

    private static final long serialVersionUID = 2L;

    /** @param detail what was expected and what was found; names fields as parquet.thrift does */
    public CorruptFileException(String detail) {
        this(detail, null);
    }

    /**
     * @param detail what was expected and what was found; names fields as parquet.thrift does
     * @param cause the failure that revealed the damage; absent when there is none
     */
    public CorruptFileException(String detail, @Nullable Throwable cause) {
        super(FileLocation.UNKNOWN, detail, cause);
    }

    @Override
    public CorruptFileException locate(FileLocation known) {
        super.locate(known);
        return this;
    }
}
