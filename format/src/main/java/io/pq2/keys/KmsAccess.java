package io.pq2.keys;

import io.pq2.internal.keys.KmsCaller;
import io.pq2.internal.keys.KmsSessions;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A user's access to a KMS. Clients and key encryption keys are shared by all accesses in the JVM with the same user,
 * token, KMS and settings. After their lifetime, clients are closed, key encryption keys are overwritten, and both are
 * created again when needed.
 *
 * <p>Immutable and thread-safe. Keys cannot be read through it.
 */
public final class KmsAccess {

    /** The default lifetime of clients and key encryption keys, as in parquet-java. */
    public static final Duration DEFAULT_LIFETIME = Duration.ofMinutes(10);

    private final KmsCaller kms;

    /**
     * Creates an access.
     *
     * @param user the name of the user
     * @param client the name of the client; clients with the same name are interchangeable
     * @param connection the settings that a new client receives
     * @param lifetime the time for which clients and key encryption keys are reused
     * @param factory creates a client, which is not initialized
     */
    public KmsAccess(
            String user, String client, KmsConnection connection, Duration lifetime, Supplier<KmsClient> factory) {
        kms = new KmsCaller(KmsSessions.SHARED, user, client, connection, lifetime, factory);
    }

    /** Returns the identifier of the KMS, which is stored in files. */
    public String instanceId() {
        return kms.connection().instanceId();
    }

    /** Returns the address of the KMS, which is stored in files. */
    public String instanceUrl() {
        return kms.connection().instanceUrl();
    }

    /**
     * Returns the version of the master key that wrapped a key; absent when the wrapped key does not contain it. Does
     * not call the KMS.
     *
     * @throws io.pq2.exception.EncryptionException if the client cannot be initialized, or fails
     */
    public @Nullable String keyVersion(String wrappedKey) {
        return kms.call(session -> session.keyVersion(wrappedKey));
    }

    /**
     * Wraps a key.
     *
     * @throws io.pq2.exception.EncryptionException as {@link KmsClient#wrapKey}
     */
    String wrapKey(byte[] key, String masterKeyId) {
        return kms.call(session -> session.wrap(key, masterKeyId));
    }

    /**
     * Unwraps a key.
     *
     * @return the key, which the caller overwrites
     * @throws io.pq2.exception.ParquetException as {@link KmsClient#unwrapKey}
     */
    byte[] unwrapKey(String wrappedKey, String masterKeyId) {
        return kms.call(session -> session.unwrap(wrappedKey, masterKeyId));
    }

    /**
     * Returns the data key of key material. The KMS unwraps each key encryption key once.
     *
     * @return the key, which the caller overwrites
     * @throws io.pq2.exception.ParquetException as {@link KmsClient#unwrapKey}, or if parts of the key material do not
     *     belong together
     */
    byte[] dataKey(KeyMaterial material) {
        return kms.call(session -> session.dataKey(material));
    }

    /**
     * Returns key material for a data key.
     *
     * @param kekBytes the length of the key encryption key in bytes; 0 for single wrapping
     */
    KeyMaterial material(boolean footerKey, byte[] dataKey, String masterKeyId, int kekBytes) {
        String id = footerKey ? instanceId() : null;
        String url = footerKey ? instanceUrl() : null;
        return kms.call(session -> session.material(footerKey, id, url, dataKey, masterKeyId, kekBytes));
    }

    /** Checks that the user can wrap keys with a master key. The answer of the KMS is kept for the files. */
    void check(String masterKeyId, int kekBytes) {
        kms.call(session -> {
            if (kekBytes == 0) {
                session.check(masterKeyId);
            } else {
                session.wrappingKey(masterKeyId, kekBytes);
            }
            return true;
        });
    }

    /**
     * Overwrites the key encryption keys of all users and closes all clients, after the calls in progress have ended.
     * They are created again when needed.
     */
    public static void forgetAll() {
        KmsSessions.SHARED.clear();
    }

    /** Returns the names of the KMS and the user, without secrets. */
    @Override
    public String toString() {
        return kms.toString();
    }
}
