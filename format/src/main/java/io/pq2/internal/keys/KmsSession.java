package io.pq2.internal.keys;

import io.pq2.exception.CorruptFileException;
import io.pq2.keys.GeneratedKey;
import io.pq2.keys.KeyMaterial;
import io.pq2.keys.KmsClient;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A KMS client and the keys that it returned, for one user and token. Each key is requested once for all threads. A
 * caller {@linkplain #enter enters} the session before it uses keys, so that they are not wiped during use. A retired
 * session accepts no more callers.
 */
public final class KmsSession {

    /** Maximum number of cached key encryption keys of files. */
    private static final int MAX_KEYS = 1 << 14;

    private final KmsErrors errors;
    private final Supplier<KmsClient> factory;
    private final long expires;

    /** Key encryption keys for files to write, by length and master key id. */
    private final Map<String, Slot<KeyEncryptionKey>> wrapping = new ConcurrentHashMap<>();
    /** Key encryption keys of files to read, by master key id, id and wrapped key. */
    private final Map<String, Slot<KeyEncryptionKey>> unwrapping = new ConcurrentHashMap<>();
    /** Master keys that were checked, by id. */
    private final Map<String, Slot<Boolean>> checkedMasterKeys = new ConcurrentHashMap<>();

    private final Slot<KmsClient> clientSlot = new Slot<>();
    private int users;
    private boolean retired;

    /** A value that is created by one thread while others wait. If creation fails, the next thread tries again. */
    private static final class Slot<T> {

        private @Nullable T value;

        synchronized T get(Supplier<T> factory) {
            T result = value;
            if (result == null) {
                result = factory.get();
                value = result;
            }
            return result;
        }

        /** Removes and returns the value; null if there is none. */
        synchronized @Nullable T take() {
            T taken = value;
            value = null;
            return taken;
        }
    }

    /**
     * Creates a session.
     *
     * @param errors makes the errors of the client
     * @param factory creates and initializes the client
     * @param expires time from which the session should be retired, on the clock of the caller
     */
    KmsSession(KmsErrors errors, Supplier<KmsClient> factory, long expires) {
        this.errors = errors;
        this.factory = factory;
        this.expires = expires;
    }

    long expires() {
        return expires;
    }

    /** Begins to use the session. Returns false if it is retired. */
    synchronized boolean enter() {
        if (!retired) {
            users++;
        }
        return !retired;
    }

    /** Ends the use that {@link #enter} began. */
    public synchronized void leave() {
        users--;
        closeIfUnused();
    }

    /** Retires the session. When no caller uses it any more, its keys are wiped and its client is closed. */
    synchronized void retire() {
        retired = true;
        closeIfUnused();
    }

    private void closeIfUnused() {
        if (!retired || users > 0) {
            return;
        }
        destroy(wrapping);
        destroy(unwrapping);
        KmsClient open = clientSlot.take();
        if (open != null) {
            close(open);
        }
    }

    /** Closes a client. The caller that happens to end the session has its keys, so a failure is only logged. */
    private void close(KmsClient client) {
        try {
            client.close();
        } catch (RuntimeException e) {
            System.getLogger(KmsSession.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "the client {0} of the KMS {1} could not be closed: it failed with {2}",
                            client.getClass().getName(),
                            errors.kms(),
                            e.getClass().getName());
        }
    }

    private static void destroy(Map<String, Slot<KeyEncryptionKey>> keys) {
        keys.values().forEach(slot -> {
            KeyEncryptionKey key = slot.take();
            if (key != null) {
                key.destroy();
            }
        });
        keys.clear();
    }

    private KmsClient client() {
        return clientSlot.get(factory);
    }

    /**
     * Returns the key that wraps data keys under a master key.
     *
     * @param bytes length of the key
     */
    public KeyEncryptionKey wrappingKey(String masterKeyId, int bytes) {
        return wrapping.computeIfAbsent(bytes + ":" + masterKeyId, any -> new Slot<>())
                .get(() -> KeyEncryptionKey.of(call(masterKeyId, client -> {
                    GeneratedKey generated = client.generateKey(bytes, masterKeyId);
                    if (generated.key().length != bytes) {
                        throw new CorruptFileException("the client of the KMS " + errors.kms() + " generated a key of "
                                + generated.key().length + " bytes, expected " + bytes);
                    }
                    return generated;
                })));
    }

    /** Returns the key that unwraps the data key of key material. */
    private KeyEncryptionKey unwrappingKey(KeyMaterial material) {
        String wrappedKek = Objects.requireNonNull(material.wrappedKek());
        String name = material.masterKeyId() + '\0' + material.kekId() + '\0' + wrappedKek;
        evictKeys();
        return unwrapping
                .computeIfAbsent(name, any -> new Slot<>())
                .get(() -> KeyEncryptionKey.of(unwrap(wrappedKek, material.masterKeyId()), material));
    }

    /** Removes cached keys. They are not wiped, because a caller may use them. */
    private void evictKeys() {
        Iterator<String> names = unwrapping.keySet().iterator();
        while (unwrapping.size() >= MAX_KEYS && names.hasNext()) {
            names.next();
            names.remove();
        }
    }

    /** Wraps a key with a master key. */
    public String wrap(byte[] key, String masterKeyId) {
        return call(masterKeyId, client -> client.wrapKey(key, masterKeyId));
    }

    /**
     * Unwraps a key with a master key.
     *
     * @return the key, which the caller wipes
     */
    public byte[] unwrap(String wrappedKey, String masterKeyId) {
        byte[] key = call(masterKeyId, client -> client.unwrapKey(wrappedKey, masterKeyId));
        if (!AesKeyWrap.isKeyLength(key.length)) {
            throw new CorruptFileException("a key that the KMS " + errors.kms() + " unwrapped with the master key "
                    + masterKeyId + " has " + key.length + " bytes; AES keys have 16, 24 or 32");
        }
        return key;
    }

    /**
     * Returns the data key of key material.
     *
     * @return the key, which the caller wipes
     */
    public byte[] dataKey(KeyMaterial material) {
        return material.doubleWrapping()
                ? unwrappingKey(material).unwrap(material.wrappedDataKey())
                : unwrap(material.wrappedDataKey(), material.masterKeyId());
    }

    /**
     * Returns key material for a data key.
     *
     * @param instanceId the identifier of the KMS, for the key material of a footer key
     * @param instanceUrl the address of the KMS, for the key material of a footer key
     * @param kekBytes the length of the key encryption key in bytes; 0 for single wrapping
     */
    public KeyMaterial material(
            boolean footerKey,
            @Nullable String instanceId,
            @Nullable String instanceUrl,
            byte[] dataKey,
            String masterKeyId,
            int kekBytes) {
        if (kekBytes == 0) {
            String wrapped = wrap(dataKey, masterKeyId);
            return new KeyMaterial(footerKey, instanceId, instanceUrl, masterKeyId, wrapped, null, null);
        }
        KeyEncryptionKey kek = wrappingKey(masterKeyId, kekBytes);
        return new KeyMaterial(
                footerKey, instanceId, instanceUrl, masterKeyId, kek.wrap(dataKey), kek.id(), kek.wrapped());
    }

    /** Returns the version of the master key that wrapped a key, or null if the wrapped key does not contain it. */
    public @Nullable String keyVersion(String wrappedKey) {
        KmsClient client = client();
        return errors.<@Nullable String>call(null, client.getClass().getName(), () -> client.keyVersion(wrappedKey));
    }

    /** Checks that a master key can be used: wraps a random key, once per session. */
    public void check(String masterKeyId) {
        checkedMasterKeys.computeIfAbsent(masterKeyId, any -> new Slot<>()).get(() -> {
            wrap(AesKeyWrap.random(16), masterKeyId);
            return true;
        });
    }

    /** Calls the client. An unexpected exception of the client becomes an exception that names the client. */
    private <T> T call(String masterKeyId, Function<KmsClient, @Nullable T> operation) {
        KmsClient client = client();
        String name = client.getClass().getName();
        T answer = errors.<@Nullable T>call(masterKeyId, name, () -> operation.apply(client));
        if (answer == null) {
            throw errors.noAnswer(masterKeyId, name);
        }
        return answer;
    }
}
