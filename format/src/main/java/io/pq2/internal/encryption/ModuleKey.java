package io.pq2.internal.encryption;

import io.pq2.exception.InvalidDataException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.SecretKey;

/** An AES key that can be wiped, and that counts what was encrypted with it (Encryption.md, 4.1.4). */
public final class ModuleKey implements SecretKey {

    private static final long serialVersionUID = 1L;

    /** How many modules one key may encrypt, which NIST SP 800-38D demands of random nonces. */
    static final long MOST_INVOCATIONS = 1L << 32;

    private final transient byte[] bytes;
    private final transient AtomicLong invocations = new AtomicLong();
    private transient volatile boolean destroyed;

    private ModuleKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * A key.
     *
     * @param what the key is, for messages
     * @param key its bytes, which are copied
     * @throws InvalidDataException if they cannot be an AES key, or are all zero
     */
    public static ModuleKey of(String what, byte[] key) {
        if (key.length != 16 && key.length != 24 && key.length != 32) {
            throw new InvalidDataException(what + " has " + key.length + " bytes; AES keys have 16, 24 or 32");
        }
        int anyBit = 0;
        for (byte value : key) {
            anyBit |= value;
        }
        if (anyBit == 0) {
            throw new InvalidDataException(what + " has nothing but zeros, which is no key");
        }
        return new ModuleKey(key.clone());
    }

    /**
     * Counts that a module is encrypted.
     *
     * @throws InvalidDataException if the key has encrypted as much as one key may
     */
    void countInvocation() {
        if (invocations.incrementAndGet() > MOST_INVOCATIONS) {
            throw new InvalidDataException("a key has encrypted " + MOST_INVOCATIONS
                    + " modules, which is all that is safe: write with another key");
        }
    }

    /** As if so many modules had been encrypted, for tests. */
    void countInvocations(long count) {
        invocations.addAndGet(count);
    }

    @Override
    public String getAlgorithm() {
        return "AES";
    }

    @Override
    public String getFormat() {
        return "RAW";
    }

    /** A copy of the key's bytes. */
    @Override
    public byte[] getEncoded() {
        byte[] copy = bytes.clone();
        if (destroyed) {
            throw new IllegalStateException("the key was wiped");
        }
        return copy;
    }

    /** Overwrites the key. What ciphers have made of it stays with them until they are collected: the JDK has no way to wipe that. */
    @Override
    public void destroy() {
        destroyed = true;
        Arrays.fill(bytes, (byte) 0);
    }

    @Override
    public boolean isDestroyed() {
        return destroyed;
    }

    @SuppressWarnings("unused") // called by serialization, which would put the key where nobody looks after it
    private void writeObject(ObjectOutputStream out) throws NotSerializableException {
        throw new NotSerializableException("keys are not serialized");
    }

    /** The length, and nothing of the key. */
    @Override
    public String toString() {
        return "AES key of " + bytes.length * Byte.SIZE + " bits";
    }
}
