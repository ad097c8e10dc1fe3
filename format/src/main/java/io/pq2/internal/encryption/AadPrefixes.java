package io.pq2.internal.encryption;

import io.pq2.encryption.AadPrefixVerifier;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.AadPrefixException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.TamperedFileException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Compares the AAD prefix of a file with the one that its reader expects, and checks that the AAD of a footer is not
 * that of another module. docs/design/encryption.md explains the attack that these checks prevent.
 */
final class AadPrefixes {

    private AadPrefixes() {}

    /**
     * Returns the AAD prefix of a file; absent when there is none.
     *
     * @param file the location of the file
     * @param stored the prefix that the file stores, absent for none
     * @param unique the file's {@code aad_file_unique}, absent for none
     * @param mustBeSupplied whether the file has a prefix that it does not store
     * @param encryptedFooter whether the footer is encrypted; otherwise it is signed
     * @param properties the properties of the reader, absent for none
     * @throws AadPrefixException if the prefix is missing, not the expected one, or not verified
     * @throws TamperedFileException if {@code aad_file_unique} does not have 8 bytes
     */
    static byte @Nullable [] of(
            String file,
            byte @Nullable [] stored,
            byte @Nullable [] unique,
            boolean mustBeSupplied,
            boolean encryptedFooter,
            @Nullable FileDecryptionProperties properties) {
        checkUnique(file, unique);
        if (properties == null) {
            return stored;
        }
        byte[] prefix = expected(file, stored, mustBeSupplied, properties);
        if (encryptedFooter && stored != null && stored.length > 0) {
            checkVerified(file, properties);
        }
        return prefix;
    }

    /**
     * Rejects an {@code aad_file_unique} of another length. An AAD consists of the prefix, this value and the place of
     * the module, without marks between them. With any length, the first bytes of a module's place, or the last bytes
     * of its file's prefix, could be counted as a part of this value: a page could pose as a footer, and a file could
     * claim a shorter prefix than it has.
     */
    private static void checkUnique(String file, byte @Nullable [] unique) {
        int length = unique == null ? 0 : unique.length;
        if (length != FileAad.UNIQUE_BYTES) {
            throw new TamperedFileException(
                    FileLocation.file(file),
                    "aad_file_unique has " + length + " bytes, but files have one of " + FileAad.UNIQUE_BYTES
                            + ": another module may pose as the footer, or the AAD prefix was changed;"
                            + " get the file from its source again");
        }
    }

    /**
     * Rejects a stored prefix that the reader has not compared with anything. The bytes of {@code aad_file_unique}
     * that {@link #checkUnique} does not let grow could be in a made-up prefix instead. The prefix of a signed footer
     * needs no comparison, because the footer contains it together with the random {@code aad_file_unique}, which
     * nobody knows before the file is complete.
     */
    private static void checkVerified(String file, FileDecryptionProperties properties) {
        if (properties.aadPrefix() == null
                && properties.aadPrefixVerifier() == null
                && !properties.unverifiedAadPrefixAllowed()) {
            throw error(
                    file,
                    "the file stores an AAD prefix, which does not show that its footer is authentic as long as the"
                            + " reader does not know the prefix: set the expected AAD prefix"
                            + " (pq2.encryption.aadPrefix), or allow unverified prefixes"
                            + " (pq2.encryption.unverifiedAadPrefixes)",
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
