package io.pq2.encryption;

/**
 * Checks the AAD prefix that an encrypted file stores, and thereby the identity of the file (Encryption.md, section
 * 4.4.1).
 *
 * <p>Implementations must be thread-safe: several threads may open files at the same time.
 */
@FunctionalInterface
public interface AadPrefixVerifier {

    /**
     * Checks the prefix of a file that is being opened. The footer is decrypted or verified with this prefix
     * afterwards, which shows whether the prefix is authentic. Compare all of the prefix: one that merely begins as
     * expected can be made up.
     *
     * @param file the location of the file, as its {@link io.pq2.io.InputFile} names it
     * @param aadPrefix the prefix in the file; the verifier owns the array
     * @throws io.pq2.exception.AadPrefixException to reject the prefix
     */
    void verify(String file, byte[] aadPrefix);
}
