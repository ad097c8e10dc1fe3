package io.pq2.internal.inspect;

import io.pq2.internal.bloomfilter.XxHash64;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * A 128-bit hash of canonical bytes: two XXH64 of a random key and the bytes. The keys differ between comparisons, so
 * that a file cannot contain rows that were made to collide.
 */
public final class FingerprintHash {

    private final long firstKey;
    private final long secondKey;
    private final CanonicalBytes content = new CanonicalBytes();
    private long first;
    private long second;

    /** Creates a hash with random keys. */
    public FingerprintHash() {
        SecureRandom random = new SecureRandom();
        firstKey = random.nextLong();
        secondKey = random.nextLong();
        clear();
    }

    /** Returns the bytes to hash. */
    public CanonicalBytes content() {
        return content;
    }

    /** Hashes the content, which {@link #first()} and {@link #second()} then return, and removes it. */
    public void finish() {
        byte[] bytes = content.array();
        first = XxHash64.hash(bytes, 0, content.length());
        ByteBuffer.wrap(bytes).putLong(0, secondKey);
        second = XxHash64.hash(bytes, 0, content.length());
        clear();
    }

    private void clear() {
        content.clear();
        content.putLong(firstKey);
    }

    /** Returns the first half of the last hash. */
    public long first() {
        return first;
    }

    /** Returns the second half of the last hash. */
    public long second() {
        return second;
    }
}
