package io.pq2.keys;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * What wraps and unwraps keys with master keys that stay in a key management service (KMS). Made by a public constructor without
 * parameters, initialized once, then used by many threads at once.
 *
 * <p>Which KMS and which key a failure is about, and what to do, stands in its message; a token or a key never does.
 */
public interface KmsClient extends AutoCloseable {

    /**
     * The name by which configurations may choose a client that {@link java.util.ServiceLoader} finds; its class name, by which any client can
     * be chosen, unless it has a shorter one.
     */
    default String name() {
        return getClass().getName();
    }

    /**
     * Takes what the client needs to know. Called once, before anything else; does not have to reach the KMS.
     *
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong
     */
    void initialize(KmsConnection connection);

    /**
     * Encrypts a key with a master key.
     *
     * @param key 16, 24 or 32 bytes, which are neither kept nor changed
     * @return text that is stored in files, from which {@link #unwrapKey} gets the key; it should say which version of the master key was
     *     used
     * @throws io.pq2.exception.KmsDeniedException if the user may not use the master key
     * @throws io.pq2.exception.UnknownMasterKeyException if there is no such master key
     * @throws io.pq2.exception.KmsUnavailableException if the KMS gives no answer
     */
    String wrapKey(byte[] key, String masterKeyId);

    /**
     * Gets a key back.
     *
     * @param wrappedKey text from a file: hostile until checked
     * @param masterKeyId the master key that the file names
     * @return the key, which is the caller's to overwrite
     * @throws io.pq2.exception.KmsDeniedException if the user may not use the master key
     * @throws io.pq2.exception.UnknownMasterKeyException if there is no such master key
     * @throws io.pq2.exception.KmsUnavailableException if the KMS gives no answer
     * @throws io.pq2.exception.CorruptFileException if the text is none that a client of this kind makes
     * @throws io.pq2.exception.TamperedFileException if it was changed, or made with another master key
     */
    byte[] unwrapKey(String wrappedKey, String masterKeyId);

    /**
     * A new key and the same wrapped. A KMS that makes keys gives both with one call; this one draws the key and {@linkplain #wrapKey wraps} it.
     *
     * @param bytes 16, 24 or 32
     * @throws io.pq2.exception.EncryptionException as {@link #wrapKey}
     */
    default GeneratedKey generateKey(int bytes, String masterKeyId) {
        byte[] key = new byte[bytes];
        new SecureRandom().nextBytes(key);
        try {
            return new GeneratedKey(key, wrapKey(key, masterKeyId));
        } catch (RuntimeException e) {
            Arrays.fill(key, (byte) 0);
            throw e;
        }
    }

    /** The version of the master key with which a key was wrapped, as the KMS names it; null if the text does not say, or is no such text. */
    default String keyVersion(String wrappedKey) {
        return null;
    }

    /** Gives up what the client holds. Nothing else is called afterwards. */
    @Override
    default void close() {}
}
