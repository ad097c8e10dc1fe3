package io.pq2.keys;

import io.pq2.internal.keys.KeyEncryptionKey;
import io.pq2.internal.keys.KmsSession;
import io.pq2.internal.keys.KmsSessions;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The way of one user to a KMS. Clients and key encryption keys are shared by all in the virtual machine who have the same user, token, KMS and
 * settings, for a while; then they are made anew, and old keys overwritten. Immutable, for use by many threads.
 */
public final class KmsAccess {

    /** For how long clients and key encryption keys are used again, unless said otherwise; as in parquet-java. */
    public static final Duration DEFAULT_LIFETIME = Duration.ofMinutes(10);

    private final KmsSessions sessions;
    private final String user;
    private final String client;
    private final KmsConnection connection;
    private final Duration lifetime;
    private final Supplier<KmsClient> maker;

    /**
     * @param user for whom it is
     * @param client the client's name; what has the same name is the same client
     * @param connection what the client is told
     * @param lifetime for how long clients and key encryption keys are used again
     * @param maker makes a client, which is not initialized
     */
    public KmsAccess(
            String user, String client, KmsConnection connection, Duration lifetime, Supplier<KmsClient> maker) {
        this(KmsSessions.SHARED, user, client, connection, lifetime, maker);
    }

    public KmsAccess(
            KmsSessions sessions,
            String user,
            String client,
            KmsConnection connection,
            Duration lifetime,
            Supplier<KmsClient> maker) {
        this.sessions = sessions;
        this.user = Objects.requireNonNull(user, "user");
        this.client = Objects.requireNonNull(client, "client");
        this.connection = Objects.requireNonNull(connection, "connection");
        this.lifetime = Objects.requireNonNull(lifetime, "lifetime");
        this.maker = Objects.requireNonNull(maker, "maker");
    }

    /** The identifier of the KMS, which goes into files. */
    public String instanceId() {
        return connection.instanceId();
    }

    /** The address of the KMS, which goes into files. */
    public String instanceUrl() {
        return connection.instanceUrl();
    }

    /**
     * Has the KMS wrap a key.
     *
     * @throws io.pq2.exception.EncryptionException as {@link KmsClient#wrapKey}
     */
    public String wrapKey(byte[] key, String masterKeyId) {
        return call(session -> session.wrap(key, masterKeyId));
    }

    /**
     * Has the KMS unwrap a key.
     *
     * @throws io.pq2.exception.ParquetException as {@link KmsClient#unwrapKey}
     */
    public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
        return call(session -> session.unwrap(wrappedKey, masterKeyId));
    }

    /** The version of the master key with which a key was wrapped; null if the text does not say. Does not ask the KMS. */
    public String keyVersion(String wrappedKey) {
        return call(session -> session.keyVersion(wrappedKey));
    }

    /**
     * The data key of key material. Of each key encryption key the KMS is asked once.
     *
     * @return the key, which is the caller's to overwrite
     * @throws io.pq2.exception.ParquetException as {@link KmsClient#unwrapKey}, or if key material does not fit together
     */
    public byte[] dataKey(KeyMaterial material) {
        return call(session -> material.doubleWrapping()
                ? session.unwrappingKey(material).unwrap(material.wrappedDataKey())
                : session.unwrap(material.wrappedDataKey(), material.masterKeyId()));
    }

    /**
     * Key material for a data key.
     *
     * @param kekBytes the length of the key encryption key, 0 to have none
     */
    public KeyMaterial material(boolean footerKey, byte[] dataKey, String masterKeyId, int kekBytes) {
        return call(session -> {
            String id = footerKey ? instanceId() : null;
            String url = footerKey ? instanceUrl() : null;
            if (kekBytes == 0) {
                String wrapped = session.wrap(dataKey, masterKeyId);
                return new KeyMaterial(footerKey, id, url, masterKeyId, wrapped, null, null);
            }
            KeyEncryptionKey kek = session.wrappingKey(masterKeyId, kekBytes);
            return new KeyMaterial(footerKey, id, url, masterKeyId, kek.wrap(dataKey), kek.id(), kek.wrapped());
        });
    }

    /** Finds out whether there is a master key, and keeps what the KMS answers for the files. */
    public void check(String masterKeyId, int kekBytes) {
        call(session -> {
            if (kekBytes == 0) {
                session.check(masterKeyId);
            } else {
                session.wrappingKey(masterKeyId, kekBytes);
            }
            return true;
        });
    }

    private <T> T call(Function<KmsSession, T> question) {
        KmsSession session = sessions.enter(user, client, connection, lifetime, maker);
        try {
            return question.apply(session);
        } finally {
            session.leave();
        }
    }

    /** Overwrites the key encryption keys of all users and gives up all clients, as soon as nobody is using them. They are made anew when needed. */
    public static void forgetAll() {
        KmsSessions.SHARED.clear();
    }

    /** The KMS and the user, and nothing secret. */
    @Override
    public String toString() {
        return connection + " for " + user;
    }
}
