package io.pq2.internal.io;

import java.util.Arrays;

/**
 * Counts what one scan has in memory and what it has decoded, and compares both with {@link DecodeLimits}. The columns
 * of a scan share it, so the number of columns does not multiply the limits. It is called when an array grows, or once
 * per page or batch, never per value. Not thread-safe.
 */
public final class DecodeBudget {

    private final DecodeLimits limits;
    private long stored;
    private long held;
    private long decoded;

    /**
     * Creates the budget of a scan.
     *
     * @param stored the number of bytes of the column chunks that are read
     */
    public DecodeBudget(DecodeLimits limits, long stored) {
        this.limits = limits;
        this.stored = stored;
    }

    /** Returns a budget with the default limits, for column chunks of {@code stored} bytes. */
    public static DecodeBudget ofHeap(long stored) {
        return new DecodeBudget(DecodeLimits.ofHeap(), stored);
    }

    /** Adds bytes of column chunks that are read. */
    public void addStored(long bytes) {
        stored += bytes;
    }

    /** Returns the number of bytes that are in memory. */
    public long held() {
        return held;
    }

    /**
     * Replaces one array by another. Both are in memory until the contents are copied.
     *
     * @param before the size of the old array in bytes
     * @param after the size of the new array in bytes
     * @throws io.pq2.exception.LimitExceededException if the scan would hold more than its limit
     */
    public void replace(long before, long after) {
        limits.checkHeld(held + after);
        held += after - before;
    }

    /** Releases bytes that {@link #replace} has counted. */
    public void release(long bytes) {
        held -= bytes;
    }

    /**
     * Checks the decompressed size of a page and counts it as decoded.
     *
     * @throws io.pq2.exception.LimitExceededException if the page is too large, or the scan has decoded too much
     */
    public void page(long bytes) {
        limits.checkPage(bytes);
        decoded(bytes);
    }

    /**
     * Counts decoded bytes.
     *
     * @throws io.pq2.exception.LimitExceededException if the scan has decoded too much for the bytes that it reads
     */
    public void decoded(long bytes) {
        decoded += bytes;
        limits.checkDecoded(decoded, stored);
    }

    /** Returns a copy of an array with {@code capacity} elements. */
    public byte[] grow(byte[] array, int capacity) {
        replace(array.length, capacity);
        return Arrays.copyOf(array, capacity);
    }

    /** Returns a copy of an array with {@code capacity} elements. */
    public boolean[] grow(boolean[] array, int capacity) {
        replace(array.length, capacity);
        return Arrays.copyOf(array, capacity);
    }

    /** Returns a copy of an array with {@code capacity} elements. */
    public int[] grow(int[] array, int capacity) {
        replace((long) Integer.BYTES * array.length, (long) Integer.BYTES * capacity);
        return Arrays.copyOf(array, capacity);
    }

    /** Returns a copy of an array with {@code capacity} elements. */
    public long[] grow(long[] array, int capacity) {
        replace((long) Long.BYTES * array.length, (long) Long.BYTES * capacity);
        return Arrays.copyOf(array, capacity);
    }

    /** Returns a copy of an array with {@code capacity} elements. */
    public float[] grow(float[] array, int capacity) {
        replace((long) Float.BYTES * array.length, (long) Float.BYTES * capacity);
        return Arrays.copyOf(array, capacity);
    }

    /** Returns a copy of an array with {@code capacity} elements. */
    public double[] grow(double[] array, int capacity) {
        replace((long) Double.BYTES * array.length, (long) Double.BYTES * capacity);
        return Arrays.copyOf(array, capacity);
    }
}
