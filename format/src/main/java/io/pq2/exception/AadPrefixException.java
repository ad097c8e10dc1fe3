package io.pq2.exception;

import org.jspecify.annotations.Nullable;

/**
 * Reports that the AAD prefix of a file is missing, differs from the expected one, or is not the one that the file was
 * encrypted with (Encryption.md, section 4.4.1). The prefix identifies the file.
 */
public final class AadPrefixException extends EncryptionException {

    private static final long serialVersionUID = 2L;

    /**
     * Creates the exception with which an {@link io.pq2.encryption.AadPrefixVerifier} rejects a prefix.
     *
     * @param detail what is wrong with the prefix
     */
    public AadPrefixException(String detail) {
        this(FileLocation.UNKNOWN, detail, null);
    }

    /**
     * @param location the file
     * @param detail what is wrong with the prefix, and a remedy
     * @param cause the exception of the verifier; absent when no verifier was called
     */
    public AadPrefixException(FileLocation location, String detail, @Nullable Throwable cause) {
        super(location, detail, cause);
    }
}
