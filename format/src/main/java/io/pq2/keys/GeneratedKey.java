package io.pq2.keys;

/**
 * A new key in plaintext and wrapped.
 *
 * @param key 16, 24 or 32 bytes; the array belongs to the receiver, which wipes it
 * @param wrappedKey the key, wrapped with a master key for {@link KmsClient#unwrapKey}
 */
public record GeneratedKey(byte[] key, String wrappedKey) {

    /** Returns the length of the key, never the key. */
    @Override
    public String toString() {
        return "key of " + key.length * Byte.SIZE + " bits";
    }
}
