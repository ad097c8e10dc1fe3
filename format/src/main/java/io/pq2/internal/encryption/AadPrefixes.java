package io.pq2.internal.encryption;

import io.pq2.encryption.AadPrefixVerifier;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.AadPrefixException;
import io.pq2.exception.FileLocation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Compares the AAD prefix of a file with the one that its reader expects. */
final class AadPrefixes {

    private AadPrefixes() {}

    /**
     * Returns the AAD prefix of a file; absent when there is none.
     *
     * @param file the location of the file
     * @param stored the prefix that the file stores, absent for none
     * @param unique the file's {@code aad_file_unique}, absent for none
     * @param mustBeSupplied whether the file has a prefix that it does not store
     * @param properties the properties of the reader, absent for none
     * @throws AadPrefixException if the prefix is missing or not the expected one
     */
    static byte @Nullable [] of(
            String file,
            byte @Nullable [] stored,
            byte @Nullable [] unique,
            boolean mustBeSupplied,
            @Nullable FileDecryptionProperties properties) {
        byte[] prefix = properties == null ? stored : expected(file, stored, mustBeSupplied, properties);
        if (prefix != null) {
            checkUnique(file, unique);
        }
        return prefix;
    }

    /**
     * Rejects an {@code aad_file_unique} of another length. The AAD begins with the prefix and this value, without a
     * mark between them. With any length, a file could therefore claim a prefix that its prefix begins with, and count
     * the rest of the prefix as a part of this value.
     */
    private static void checkUnique(String file, byte @Nullable [] unique) {
        int length = unique == null ? 0 : unique.length;
        if (length != FileAad.UNIQUE_BYTES) {
            throw error(
                    file,
                    "aad_file_unique has " + length + " bytes; in a file with an AAD prefix it has "
                            + FileAad.UNIQUE_BYTES + ": the AAD prefix of the file may have been changed",
                    null);
        }
    }

    private static byte @Nullable [] expected(
            String file, byte @Nullable [] stored, boolean mustBeSupplied, FileDecryptionProperties properties) {
        byte[] supplied = properties.aadPrefix();
        if (stored != null) {
            if (supplied != null && !Arrays.equals(stored, supplied)) {
                throw error(file, "the AAD prefix of the file differs from the expected one: it is another file", null);
            }
            verify(file, stored, properties);
            return stored;
        }
        if (supplied == null && mustBeSupplied) {
            throw error(
                    file,
                    "the file was encrypted with an AAD prefix that it does not store: readers must supply it",
                    null);
        }
        if (supplied == null && properties.aadPrefixVerifier() != null) {
            throw error(file, "the AAD prefix must be verified, but the file has none", null);
        }
        if (supplied != null && !mustBeSupplied) {
            throw error(
                    file,
                    "an AAD prefix is expected, but the file was encrypted without one: it may be another file",
                    null);
        }
        return supplied;
    }

    private static void verify(String file, byte[] stored, FileDecryptionProperties properties) {
        AadPrefixVerifier verifier = properties.aadPrefixVerifier();
        if (verifier == null) {
            return;
        }
        try {
            verifier.verify(file, stored.clone());
        } catch (AadPrefixException e) {
            throw error(file, "the verifier rejected the file's AAD prefix: " + e.getMessage(), e);
        }
    }

    static AadPrefixException error(String file, String detail, @Nullable AadPrefixException cause) {
        return new AadPrefixException(FileLocation.file(file), detail, cause);
    }
}
