package io.pq2.vector;

import java.util.Arrays;

/** Makes {@link FixedBinaryVector}s. */
public final class FixedBinaryVectorBuilder implements VectorBuilder {

    private final int width;
    private byte[] arena = new byte[0];
    private final ValidityBuilder validity = new ValidityBuilder();
    private int length;

    /** @param width bytes a value, at least 1 */
    public FixedBinaryVectorBuilder(int width) {
        if (width < 1) {
            throw new IllegalArgumentException("values of " + width + " bytes");
        }
        this.width = width;
    }

    /** Bytes a value. */
    public int width() {
        return width;
    }

    @Override
    public int length() {
        return length;
    }

    /** Appends a value: a copy of {@link #width()} bytes from {@code offset} on. */
    public void append(byte[] bytes, int offset) {
        int start = reserve();
        System.arraycopy(bytes, offset, arena, start, width);
    }

    /**
     * Appends a value that the caller then writes into {@link #arena()} himself, all {@link #width()} bytes from the returned
     * index on and before the next append.
     */
    public int reserve() {
        int start = length * width;
        if (width > arena.length - start) {
            arena = Arrays.copyOf(arena, Growth.capacity(arena.length, (long) start + width, 64));
        }
        length++;
        return start;
    }

    /** Where the bytes of the values lie; another array after an append. */
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
