package io.pq2.keys;

/**
 * A new key.
 *
 * @param key 16, 24 or 32 bytes, which are the receiver's to overwrite
 * @param wrappedKey the same, wrapped with a master key, as {@link KmsClient#unwrapKey} takes it
 */
public record GeneratedKey(byte[] key, String wrappedKey) {

    /** The length, and nothing of the key. */
    @Override
    public String toString() {
        return "key of " + key.length * Byte.SIZE + " bits";
    }
}
