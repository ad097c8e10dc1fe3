package io.pq2.exception;

/**
 * The root of what this library throws when a file, a request or a value is not as the Parquet format demands.
 *
 * <p>Failures of the medium (a disk, a network) are not among them: those stay {@link java.io.IOException} or {@link
 * java.io.UncheckedIOException}.
 */
public abstract sealed class ParquetException extends RuntimeException
        permits CorruptFileException, UnsupportedFeatureException, InvalidDataException, EncryptionException {

    private static final long serialVersionUID = 1L;

    ParquetException(String message, Throwable cause) {
        super(message, cause);
    }
}
