package io.pq2.keys;

import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A client of a key management service (KMS), which wraps and unwraps keys with master keys that stay in the KMS.
 *
 * <p>Implementations have a public constructor without parameters. They are initialized once, and are then
 * thread-safe.
 *
 * <p>The messages of exceptions name the KMS and the master key, and say what a user can do. They never contain
 * tokens or keys.
 */
public interface KmsClient extends AutoCloseable {

    /**
     * Returns the name by which configurations choose a client that {@link java.util.ServiceLoader} finds. The
     * default is the name of the class, which always works.
     */
    default String name() {
        return getClass().getName();
    }

    /**
     * Initializes the client. Called once, before all other methods. It need not connect to the KMS.
     *
     * @param connection address, token and settings
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong
     */
    void initialize(KmsConnection connection);

    /**
     * Encrypts a key with a master key.
     *
     * @param key 16, 24 or 32 bytes; they are neither kept nor changed
     * @param masterKeyId id of the master key
     * @return text to store in files, for {@link #unwrapKey}; it should contain the version of the master key
     * @throws io.pq2.exception.KmsDeniedException if the user may not use the master key
     * @throws io.pq2.exception.UnknownMasterKeyException if the master key does not exist
     * @throws io.pq2.exception.KmsUnavailableException if the KMS does not answer
     */
    String wrapKey(byte[] key, String masterKeyId);

    /**
     * Decrypts a key with a master key.
     *
     * @param wrappedKey text from a file, which is not trusted
     * @param masterKeyId id of the master key in the file
     * @return the key; the array belongs to the caller, which wipes it
     * @throws io.pq2.exception.KmsDeniedException if the user may not use the master key
     * @throws io.pq2.exception.UnknownMasterKeyException if the master key does not exist
     * @throws io.pq2.exception.KmsUnavailableException if the KMS does not answer
     * @throws io.pq2.exception.UnknownMasterKeyException if another kind of client wrapped the key
     * @throws io.pq2.exception.CorruptFileException if the text is a malformed wrapped key of this kind of client
     * @throws io.pq2.exception.TamperedFileException if the text was changed, or was wrapped with another master key
     */
    byte[] unwrapKey(String wrappedKey, String masterKeyId);

    /**
     * Creates a key and wraps it. The default implementation creates a random key and calls {@link #wrapKey}. A KMS
     * that can generate keys does both in one call.
     *
     * @param bytes length of the key, 16, 24 or 32
     * @param masterKeyId id of the master key
     * @throws io.pq2.exception.EncryptionException like {@link #wrapKey}
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

    /**
     * Returns the version of the master key that wrapped a key, as the KMS names it; null if the text does not
     * contain it or is malformed.
     *
     * @param wrappedKey text from a file, which is not trusted
     */
    default @Nullable String keyVersion(String wrappedKey) {
        return null;
    }

    /** Releases the resources of the client. No other method is called afterwards. */
    @Override
    default void close() {}
}
