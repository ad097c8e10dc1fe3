package io.pq2.internal.keys;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.ParquetException;
import io.pq2.keys.GeneratedKey;
import io.pq2.keys.KeyMaterial;
import io.pq2.keys.KmsClient;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client of a KMS and what it has said, for one user and token, until it is retired. Of each key the KMS is asked once, whichever threads
 * need it. Whoever uses it {@linkplain #enter enters}, so that keys are not overwritten under his hands.
 */
public final class KmsSession {

    /** How many key encryption keys of files are kept; beyond it some are asked for again. */
    private static final int MOST_KEYS = 1 << 14;

    private final String kms;
    private final Supplier<KmsClient> maker;
    private final long expires;

    /** By master key and length: those that wrap. */
    private final Map<String, Slot<KeyEncryptionKey>> wrapping = new ConcurrentHashMap<>();
    /** By all that a file says of them: those that unwrap. */
    private final Map<String, Slot<KeyEncryptionKey>> unwrapping = new ConcurrentHashMap<>();
    /** Master keys that were asked for and are there. */
    private final Map<String, Slot<Boolean>> known = new ConcurrentHashMap<>();

    private final Slot<KmsClient> client = new Slot<>();
    private int users;
    private boolean retired;

    /** A value that one thread makes while the others wait; if it fails the next one tries. */
    private static final class Slot<T> {

        private T value;

        synchronized T get(Supplier<T> maker) {
            if (value == null) {
                value = maker.get();
            }
            return value;
        }

        /** What was made, null if nothing was; it is not here any more. */
        synchronized T take() {
            T taken = value;
            value = null;
            return taken;
        }
    }

    /**
     * @param kms its name, for messages
     * @param maker makes and initializes the client
     * @param expires when nobody enters any more, on the caller's clock
     */
    KmsSession(String kms, Supplier<KmsClient> maker, long expires) {
        this.kms = kms;
        this.maker = maker;
        this.expires = expires;
    }

    long expires() {
        return expires;
    }

    /** Begins to use it; false if it is retired. */
    synchronized boolean enter() {
        if (!retired) {
            users++;
        }
        return !retired;
    }

    /** Ends what {@link #enter} began. */
    public synchronized void leave() {
        users--;
        closeIfUnused();
    }

    /** Lets nobody enter any more. Once all have left, keys are overwritten and the client is closed. */
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
        KmsClient open = client.take();
        if (open != null) {
            open.close();
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
        return client.get(maker);
    }

    /** The key that wraps data keys under a master key. */
    public KeyEncryptionKey wrappingKey(String masterKeyId, int bytes) {
        return wrapping.computeIfAbsent(bytes + ":" + masterKeyId, any -> new Slot<>())
                .get(() -> KeyEncryptionKey.of(ask(masterKeyId, asked -> {
                    GeneratedKey made = asked.generateKey(bytes, masterKeyId);
                    if (made.key().length != bytes) {
                        throw new CorruptFileException("the client of the KMS " + kms + " made a key of "
                                + made.key().length + " bytes where " + bytes + " were asked for");
                    }
                    return made;
                })));
    }

    /** The key that unwraps the data key of key material. */
    private KeyEncryptionKey unwrappingKey(KeyMaterial material) {
        String name = material.masterKeyId() + '\0' + material.kekId() + '\0' + material.wrappedKek();
        makeRoom();
        return unwrapping
                .computeIfAbsent(name, any -> new Slot<>())
                .get(() -> KeyEncryptionKey.of(unwrap(material.wrappedKek(), material.masterKeyId()), material));
    }

    /** Those that are given up are left to the collector, for somebody may be using them. */
    private void makeRoom() {
        Iterator<String> names = unwrapping.keySet().iterator();
        while (unwrapping.size() >= MOST_KEYS && names.hasNext()) {
            names.next();
            names.remove();
        }
    }

    public String wrap(byte[] key, String masterKeyId) {
        return ask(masterKeyId, asked -> asked.wrapKey(key, masterKeyId));
    }

    public byte[] unwrap(String wrappedKey, String masterKeyId) {
        byte[] key = ask(masterKeyId, asked -> asked.unwrapKey(wrappedKey, masterKeyId));
        if (!AesKeyWrap.isKeyLength(key.length)) {
            throw new CorruptFileException("what the KMS " + kms + " unwrapped with the master key " + masterKeyId
                    + " has " + key.length + " bytes; AES keys have 16, 24 or 32");
        }
        return key;
    }

    /**
     * Returns the data key of key material.
     *
     * @return the key, which the caller overwrites
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

    public String keyVersion(String wrappedKey) {
        return client().keyVersion(wrappedKey);
    }

    /** Has a key wrapped, once, so as to see that there is the master key. */
    public void check(String masterKeyId) {
        known.computeIfAbsent(masterKeyId, any -> new Slot<>()).get(() -> {
            wrap(AesKeyWrap.random(16), masterKeyId);
            return true;
        });
    }

    /** What clients throw that is not for them to throw becomes an error that says who it was. */
    private <T> T ask(String masterKeyId, Function<KmsClient, T> question) {
        KmsClient asked = client();
        T answer;
        try {
            answer = question.apply(asked);
        } catch (ParquetException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new KmsUnavailableException(
                    kms,
                    masterKeyId,
                    "its client " + asked.getClass().getName() + " failed with "
                            + e.getClass().getName() + ", which is the cause of this error",
                    e);
        }
        if (answer == null) {
            throw new KmsUnavailableException(
                    kms, masterKeyId, "its client " + asked.getClass().getName() + " gave no answer", null);
        }
        return answer;
    }
}
