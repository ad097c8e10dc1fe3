package io.pq2.internal.keys;

import io.pq2.exception.CorruptFileException;
import io.pq2.keys.GeneratedKey;
import io.pq2.keys.KeyMaterial;
import java.util.Arrays;
import java.util.Base64;

/** A key that wraps data keys; the master key wraps it. */
public final class KeyEncryptionKey {

    private static final int ID_BYTES = 16;
    /** Identifiers of other writers may be longer. */
    private static final int MOST_ID_BYTES = 256;

    private final byte[] key;
    private final byte[] id;
    private final String wrapped;

    private KeyEncryptionKey(byte[] key, byte[] id, String wrapped) {
        this.key = key;
        this.id = id;
        this.wrapped = wrapped;
    }

    /** A new one, which gets an identifier. */
    static KeyEncryptionKey of(GeneratedKey generated) {
        return new KeyEncryptionKey(generated.key(), AesKeyWrap.random(ID_BYTES), generated.wrappedKey());
    }

    /**
     * The one of a file.
     *
     * @throws CorruptFileException if it is no AES key, or the identifier is none
     */
    static KeyEncryptionKey of(byte[] key, KeyMaterial material) {
        byte[] id = AesKeyWrap.bytes(material.kekId(), "the identifier of the key encryption key");
        if (id.length == 0 || id.length > MOST_ID_BYTES) {
            throw new CorruptFileException("the identifier of the key encryption key has " + id.length + " bytes");
        }
        return new KeyEncryptionKey(key, id, material.wrappedKek());
    }

    /** In base64. */
    String id() {
        return Base64.getEncoder().encodeToString(id);
    }

    /** Wrapped with the master key. */
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
