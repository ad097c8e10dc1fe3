package io.pq2.internal.encryption;

import io.pq2.exception.InvalidDataException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts how often each key has encrypted with a random nonce in this process, whichever objects hold the key, and
 * refuses to exceed the limit (Encryption.md, section 4.1.4).
 *
 * <p>The counters are a sketch of constant size: each key has one counter in each of several rows, chosen by a salted
 * hash of the key, and its count is the smallest of them. Keys that share all counters are counted together, so a count
 * may be too large, never too small. No key can be derived from the counters.
 */
public final class GcmInvocations {

    /** The number of encryptions with random nonces that NIST SP 800-38D allows a key. */
    public static final long MAX = 1L << 32;

    private static final int ROWS = 4;
    private static final int ROW_LENGTH = 1 << 12;
    private static final AtomicLongArray COUNTS = new AtomicLongArray(ROWS * ROW_LENGTH);
    private static final byte[] SALT = salt();

    private final int[] counters;

    private GcmInvocations(int[] counters) {
        this.counters = counters;
    }

    private static byte[] salt() {
        byte[] salt = new byte[32];
        new SecureRandom().nextBytes(salt);
        return salt;
    }

    /** Returns the count of a key, which is not kept. */
    public static GcmInvocations of(byte[] key) {
        MessageDigest sha256;
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256, which every JDK must have", e);
        }
        sha256.update(SALT);
        byte[] hash = sha256.digest(key);
        int[] counters = new int[ROWS];
        for (int row = 0; row < ROWS; row++) {
            int bits = (hash[2 * row] & 0xFF) << 8 | (hash[2 * row + 1] & 0xFF);
            counters[row] = row * ROW_LENGTH + bits % ROW_LENGTH;
        }
        return new GcmInvocations(counters);
    }

    /**
     * Counts an encryption.
     *
     * @throws InvalidDataException if the key has reached {@link #MAX}
     */
    public void count() {
        add(1);
    }

    /** Counts several encryptions; otherwise as {@link #count}. */
    void add(long encryptions) {
        long count = Long.MAX_VALUE;
        for (int counter : counters) {
            count = Math.min(count, COUNTS.addAndGet(counter, encryptions));
        }
        if (count > MAX) {
            throw new InvalidDataException("a key has encrypted " + MAX
                    + " modules or keys in this process, the limit for safe encryption: write with another key");
        }
    }
}
