package io.pq2.bench.decode;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Accumulates a {@link Fingerprint.OfColumn}. */
final class Tally {

    private static final int MAX_REMEMBERED = 1 << 14;
    private static final int JULIAN_DAY_OF_EPOCH = 2_440_588;
    private static final long MICROS_A_DAY = 86_400_000_000L;

    private final long[] present;
    private final long[] sum;
    private final MessageDigest md5;
    private final Map<ByteBuffer, Long> digests = new HashMap<>();
    private long nulls;
    private long squares;

    /**
     * Creates an empty summary.
     *
     * @param leaves the number of leaves of the field
     */
    Tally(int leaves) {
        present = new long[leaves];
        sum = new long[leaves];
        try {
            md5 = MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    void addNullRow() {
        nulls++;
    }

    void addLength(long length) {
        squares += length * length;
    }

    void add(int leaf, long value) {
        present[leaf]++;
        sum[leaf] += value;
    }

    void add(int leaf, boolean value) {
        add(leaf, value ? 1 : 0);
    }

    void add(int leaf, double value) {
        add(leaf, Math.round(value * 100));
    }

    /** Adds an unscaled decimal in big-endian order. */
    void addUnscaled(int leaf, byte[] bytes, int offset, int length) {
        add(leaf, new BigInteger(bytes, offset, length).longValue());
    }

    /** Adds an INT96 timestamp: nanoseconds of the day, then the Julian day. */
    void addInt96(int leaf, byte[] bytes, int offset) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, 12).order(ByteOrder.LITTLE_ENDIAN);
        long nanos = buffer.getLong();
        add(leaf, (buffer.getInt() - JULIAN_DAY_OF_EPOCH) * MICROS_A_DAY + nanos / 1000);
    }

    void add(int leaf, byte[] bytes, int offset, int length) {
        Long known = digests.get(ByteBuffer.wrap(bytes, offset, length));
        if (known == null) {
            known = digest(bytes, offset, length);
            if (digests.size() < MAX_REMEMBERED) {
                digests.put(ByteBuffer.wrap(Arrays.copyOfRange(bytes, offset, offset + length)), known);
            }
        }
        add(leaf, (long) known);
    }

    private long digest(byte[] bytes, int offset, int length) {
        md5.update(bytes, offset, length);
        return ByteBuffer.wrap(md5.digest()).order(ByteOrder.LITTLE_ENDIAN).getLong(Long.BYTES);
    }

    Fingerprint.OfColumn fingerprint() {
        return new Fingerprint.OfColumn(
                nulls,
                squares,
                IntStream.range(0, present.length)
                        .mapToObj(leaf -> new Fingerprint.OfLeaf(present[leaf], sum[leaf]))
                        .toList());
    }
}
