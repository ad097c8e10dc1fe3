package io.pq2.vector;

import java.util.Arrays;

/** Builds a {@link BinaryVector} whose slices follow each other in one array, the arena. */
public final class BinaryVectorBuilder implements VectorBuilder {

    private byte[] arena = new byte[0];
    private int[] starts = new int[0];
    private int[] lengths = new int[0];
    private final ValidityBuilder validity = new ValidityBuilder();
    private int used;
    private int length;

    @Override
    public int length() {
        return length;
    }

    /**
     * Appends a copy of bytes.
     *
     * @param bytes array that contains the value
     * @param offset index of its first byte
     * @param count number of bytes
     * @throws OutOfMemoryError if the values do not fit in an array
     */
    public void append(byte[] bytes, int offset, int count) {
        int start = reserve(count);
        System.arraycopy(bytes, offset, arena, start, count);
    }

    /**
     * Appends a value that the caller writes into {@link #arena()} before the next append.
     *
     * @param count number of bytes
     * @return index of the first byte of the value
     * @throws IllegalArgumentException if {@code count} is negative
     * @throws OutOfMemoryError if the values do not fit in an array
     */
    public int reserve(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("length of a value: " + count);
        }
        int start = used;
        if (count > arena.length - start) {
            arena = Arrays.copyOf(arena, Growth.capacity(arena.length, (long) start + count, 256));
        }
        if (length == starts.length) {
            grow();
        }
        starts[length] = start;
        lengths[length++] = count;
        used = start + count;
        return start;
    }

    /** Returns the array of the values. An append can replace it. */
    public byte[] arena() {
        return arena;
    }

    @Override
    public void appendNull() {
        validity.addNull(length);
        reserve(0);
    }

    @Override
    public BinaryVector build() {
        return new BinaryVector(length, arena, starts, lengths, validity.build(length));
    }

    @Override
    public void reset() {
        length = 0;
        used = 0;
        validity.reset();
    }

    @Override
    public long bytes() {
        return used + (long) length * (2 * Integer.BYTES);
    }

    private void grow() {
        int capacity = Growth.capacity(length, length + 1L, 64);
        starts = Arrays.copyOf(starts, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
    }
}
