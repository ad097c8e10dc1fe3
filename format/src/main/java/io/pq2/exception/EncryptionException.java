package io.pq2.exception;

import org.jspecify.annotations.Nullable;

/**
 * Reports that an encrypted module cannot be decrypted or verified, or that a key for writing is not available. Bytes
 * that failed authentication are never returned.
 *
 * <p>Messages name the file, the column and the key's metadata or identifier. They never contain a key or a token.
 */
public abstract class EncryptionException extends ParquetException {

    private static final long serialVersionUID = 2L;

    EncryptionException(FileLocation location, String detail, @Nullable Throwable cause) {
        super(location, detail, cause);
    }

    @Override
    public EncryptionException locate(FileLocation known) {
        super.locate(known);
        return this;
    }
}
