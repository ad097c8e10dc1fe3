package io.pq2.internal.keys;

import io.pq2.exception.CorruptFileException;
import io.pq2.keys.GeneratedKey;
import io.pq2.keys.KeyMaterial;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;

/** A key that wraps data keys and is wrapped with a master key. */
public final class KeyEncryptionKey {

    private static final int ID_BYTES = 16;
    /** Maximum length of an id in bytes. Ids of other writers may be longer than {@link #ID_BYTES}. */
    private static final int MAX_ID_BYTES = 256;

    private final byte[] key;
    private final byte[] id;
    private final String wrapped;

    private KeyEncryptionKey(byte[] key, byte[] id, String wrapped) {
        this.key = key;
        this.id = id;
        this.wrapped = wrapped;
    }

    /** Returns a new key with a new id. */
    static KeyEncryptionKey of(GeneratedKey generated) {
        return new KeyEncryptionKey(generated.key(), AesKeyWrap.random(ID_BYTES), generated.wrappedKey());
    }

    /**
     * Returns the key of key material.
     *
     * @param key the unwrapped key
     * @throws CorruptFileException if the id is malformed
     */
    static KeyEncryptionKey of(byte[] key, KeyMaterial material) {
        byte[] id = AesKeyWrap.bytes(Objects.requireNonNull(material.kekId()), "the id of the key encryption key");
        if (id.length == 0 || id.length > MAX_ID_BYTES) {
            throw new CorruptFileException("the id of the key encryption key has " + id.length + " bytes");
        }
        return new KeyEncryptionKey(key, id, Objects.requireNonNull(material.wrappedKek()));
    }

    /** Returns the id in base64. */
    String id() {
        return Base64.getEncoder().encodeToString(id);
    }

    /** Returns the key, wrapped with the master key. */
    String wrapped() {
        return wrapped;
    }

    String wrap(byte[] dataKey) {
        return AesKeyWrap.wrap(dataKey, key, id);
    }

    byte[] unwrap(String wrappedDataKey) {
        return AesKeyWrap.unwrap(wrappedDataKey, key, id, "the wrapped data key");
    }

    void destroy() {
        Arrays.fill(key, (byte) 0);
    }
}
