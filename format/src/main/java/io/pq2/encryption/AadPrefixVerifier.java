package io.pq2.encryption;

/** Judges whether a file is the one that a reader wants, by the AAD prefix that is stored in it. */
@FunctionalInterface
public interface AadPrefixVerifier {

    /**
     * Looks at the prefix of a file that is being opened.
     *
     * @param file the file's location
     * @param aadPrefix the prefix that is stored in it; whether it is authentic shows when the footer is decrypted or verified with it
     * @throws io.pq2.exception.AadPrefixException if it is not the prefix that the file should have
     */
    void verify(String file, byte[] aadPrefix);
}
