package io.pq2.internal.bloomfilter;

import io.pq2.internal.io.LittleEndian;

/** XXH64 with seed 0 (xxHash specification 0.1.1). */
public final class XxHash64 {

    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;
    /** {@code PRIME_1 + PRIME_2} modulo 2^64. */
    private static final long SUM_OF_1_AND_2 = 0x60EA27EEADC0B5D6L;

    private static final int STRIPE = 32;

    private XxHash64() {}

    /** Returns the hash of the 4 bytes of a little-endian number. */
    public static long hash(int value) {
        return avalanche(tail(PRIME_5 + Integer.BYTES, value));
    }

    /** Returns the hash of the 8 bytes of a little-endian number. */
    public static long hash(long value) {
        return avalanche(tail(PRIME_5 + Long.BYTES, value));
    }

    /** Returns the hash of {@code length} bytes from {@code offset} on. */
    public static long hash(byte[] bytes, int offset, int length) {
        int position = offset;
        int end = offset + length;
        long hash = PRIME_5;
        if (length >= STRIPE) {
            long a = SUM_OF_1_AND_2;
            long b = PRIME_2;
            long c = 0;
            long d = -PRIME_1;
            for (; end - position >= STRIPE; position += STRIPE) {
                a = round(a, LittleEndian.getLong(bytes, position));
                b = round(b, LittleEndian.getLong(bytes, position + 8));
                c = round(c, LittleEndian.getLong(bytes, position + 16));
                d = round(d, LittleEndian.getLong(bytes, position + 24));
            }
            hash = Long.rotateLeft(a, 1) + Long.rotateLeft(b, 7) + Long.rotateLeft(c, 12) + Long.rotateLeft(d, 18);
            hash = merge(merge(merge(merge(hash, a), b), c), d);
        }
        hash += length;
        for (; end - position >= Long.BYTES; position += Long.BYTES) {
            hash = tail(hash, LittleEndian.getLong(bytes, position));
        }
        if (end - position >= Integer.BYTES) {
            hash = tail(hash, LittleEndian.getInt(bytes, position));
            position += Integer.BYTES;
        }
        for (; position < end; position++) {
            hash = Long.rotateLeft(hash ^ (bytes[position] & 0xFF) * PRIME_5, 11) * PRIME_1;
        }
        return avalanche(hash);
    }

    private static long round(long accumulator, long input) {
        return Long.rotateLeft(accumulator + input * PRIME_2, 31) * PRIME_1;
    }

    private static long merge(long hash, long accumulator) {
        return (hash ^ round(0, accumulator)) * PRIME_1 + PRIME_4;
    }

    private static long tail(long hash, long input) {
        return Long.rotateLeft(hash ^ round(0, input), 27) * PRIME_1 + PRIME_4;
    }

    private static long tail(long hash, int input) {
        return Long.rotateLeft(hash ^ (input & 0xFFFFFFFFL) * PRIME_1, 23) * PRIME_2 + PRIME_3;
    }

    private static long avalanche(long hash) {
        long mixed = (hash ^ hash >>> 33) * PRIME_2;
        mixed = (mixed ^ mixed >>> 29) * PRIME_3;
        return mixed ^ mixed >>> 32;
    }
}
