package io.pq2.encryption;

/** The two algorithms of the format (Encryption.md, 4.2). */
public enum EncryptionScheme {
    /** Everything is encrypted and authenticated. */
    AES_GCM_V1,
    /**
     * Pages are encrypted and not authenticated, which is a little faster: whoever can write to the file can change values without being noticed.
     * Everything else is as in the other.
     */
    AES_GCM_CTR_V1
}
