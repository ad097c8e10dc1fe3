package io.pq2.encryption;

/** The encryption algorithms of the format (Encryption.md, section 4.2). */
public enum EncryptionScheme {
    /** Encrypts and authenticates all modules with AES-GCM. */
    AES_GCM_V1,
    /**
     * Encrypts pages with AES-CTR and all other modules with AES-GCM. Pages are not authenticated: anyone who can write
     * to the file can change values undetected. It is slightly faster than {@link #AES_GCM_V1}.
     */
    AES_GCM_CTR_V1
}
