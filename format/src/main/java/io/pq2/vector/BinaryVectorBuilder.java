package io.pq2.vector;

import java.util.Arrays;

/** Makes {@link BinaryVector}s whose slices lie one behind the other in one array, the arena. */
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

    /** Appends a value: a copy of {@code count} bytes from {@code offset} on. */
    public void append(byte[] bytes, int offset, int count) {
        int start = reserve(count);
        System.arraycopy(bytes, offset, arena, start, count);
    }

    /**
     * Appends a value of {@code count} bytes that the caller then writes into {@link #arena()} himself, from the returned index
     * on and before the next append.
     */
    public int reserve(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("a value of " + count + " bytes");
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

    /** Where the bytes of the values lie; another array after an append. */
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
