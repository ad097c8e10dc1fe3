package io.pq2.vector;

import java.util.Arrays;

/** Builds a {@link FixedBinaryVector}. */
public final class FixedBinaryVectorBuilder implements VectorBuilder {

    private final int width;
    private byte[] arena = new byte[0];
    private final ValidityBuilder validity = new ValidityBuilder();
    private int length;

    /**
     * Creates an empty builder.
     *
     * @param width bytes per value, at least 1
     * @throws IllegalArgumentException if {@code width} is less than 1
     */
    public FixedBinaryVectorBuilder(int width) {
        if (width < 1) {
            throw new IllegalArgumentException("width of values: " + width);
        }
        this.width = width;
    }

    /** Returns the number of bytes per value. */
    public int width() {
        return width;
    }

    @Override
    public int length() {
        return length;
    }

    /**
     * Appends a copy of {@link #width()} bytes.
     *
     * @param bytes array that contains the value
     * @param offset index of its first byte
     * @throws OutOfMemoryError if the values do not fit in an array
     */
    public void append(byte[] bytes, int offset) {
        int start = reserve();
        System.arraycopy(bytes, offset, arena, start, width);
    }

    /**
     * Appends a value whose {@link #width()} bytes the caller writes into {@link #arena()} before the next append.
     *
     * @return index of the first byte of the value
     * @throws OutOfMemoryError if the values do not fit in an array
     */
    public int reserve() {
        int start = length * width;
        if (width > arena.length - start) {
            arena = Arrays.copyOf(arena, Growth.capacity(arena.length, (long) start + width, 64));
        }
        length++;
        return start;
    }

    /** Returns the array of the values. An append can replace it. */
    public byte[] arena() {
        return arena;
    }

    @Override
    public void appendNull() {
        validity.addNull(length);
        int start = reserve();
        Arrays.fill(arena, start, start + width, (byte) 0);
    }

    @Override
    public FixedBinaryVector build() {
        return new FixedBinaryVector(length, width, arena, 0, validity.build(length));
    }

    @Override
    public void reset() {
        length = 0;
        validity.reset();
    }

    @Override
    public long bytes() {
        return (long) length * width;
    }
}
