package io.pq2.internal.encryption;

import io.pq2.exception.InvalidDataException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import javax.crypto.SecretKey;

/** An AES key that can be overwritten and that counts the modules it has encrypted (Encryption.md, section 4.1.4). */
final class ModuleKey implements SecretKey {

    private static final long serialVersionUID = 1L;

    private final transient byte[] bytes;
    private final transient GcmInvocations invocations;
    private transient volatile boolean destroyed;

    private ModuleKey(byte[] bytes) {
        this.bytes = bytes;
        this.invocations = GcmInvocations.of(bytes);
    }

    /**
     * Returns a key.
     *
     * @param subject the name of the key in messages
     * @param key the bytes of the key, which are copied
     * @throws InvalidDataException if the length is not that of an AES key, or all bytes are zero
     */
    static ModuleKey of(String subject, byte[] key) {
        if (key.length != 16 && key.length != 24 && key.length != 32) {
            throw new InvalidDataException(subject + " has " + key.length + " bytes; AES keys have 16, 24 or 32");
        }
        int anyBit = 0;
        for (byte value : key) {
            anyBit |= value;
        }
        if (anyBit == 0) {
            throw new InvalidDataException(subject + " consists of zeros only, which is not a key");
        }
        return new ModuleKey(key.clone());
    }

    /** Returns the key of a column; otherwise as {@link #of}. */
    static ModuleKey ofColumn(String dottedPath, byte[] key) {
        return of("the key of column " + dottedPath, key);
    }

    /**
     * Counts the encryption of a module.
     *
     * @throws InvalidDataException if the key has reached {@link GcmInvocations#MAX} in this process
     */
    void countInvocation() {
        invocations.count();
    }

    /** Counts the encryption of several modules, for tests. */
    void countInvocations(long count) {
        invocations.add(count);
    }

    @Override
    public String getAlgorithm() {
        return "AES";
    }

    @Override
    public String getFormat() {
        return "RAW";
    }

    /** Returns a copy of the key's bytes. */
    @Override
    public byte[] getEncoded() {
        byte[] copy = bytes.clone();
        if (destroyed) {
            throw new IllegalStateException("the key was overwritten");
        }
        return copy;
    }

    /**
     * Overwrites the key. Ciphers that use it keep the key schedule that they derived from it until they are collected:
     * the JDK has no way to overwrite that.
     */
    @Override
    public void destroy() {
        destroyed = true;
        Arrays.fill(bytes, (byte) 0);
    }

    @Override
    public boolean isDestroyed() {
        return destroyed;
    }

    @SuppressWarnings("unused") // called by serialization, which would copy the key to a place that nobody overwrites
    private void writeObject(ObjectOutputStream out) throws NotSerializableException {
        throw new NotSerializableException("keys are not serializable");
    }

    /** Returns the length of the key, and nothing else about it. */
    @Override
    public String toString() {
        return "AES key of " + bytes.length * Byte.SIZE + " bits";
    }
}
