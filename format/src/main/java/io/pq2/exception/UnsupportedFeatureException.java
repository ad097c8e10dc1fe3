package io.pq2.exception;

import org.jspecify.annotations.Nullable;

/** Reports that a file or a request uses a feature of the format that this version cannot read or write. */
public final class UnsupportedFeatureException extends ParquetException {

    private static final long serialVersionUID = 2L;

    /** @param detail the feature and, where there is one, an alternative */
    public UnsupportedFeatureException(String detail) {
        this(detail, null);
    }

    /**
     * @param detail the feature and, where there is one, an alternative
     * @param cause the failure that revealed the feature; absent when there is none
     */
    public UnsupportedFeatureException(String detail, @Nullable Throwable cause) {
        super(FileLocation.UNKNOWN, detail, cause);
    }

    @Override
    public UnsupportedFeatureException locate(FileLocation known) {
        super.locate(known);
        return this;
    }
}
