package io.pq2.vector;

/**
 * Values of physical type FIXED_LEN_BYTE_ARRAY, and of INT96 ({@code width} 12). Slot {@code i} is the {@code width} bytes from
 * {@code offset + i * width} on.
 *
 * @param length the number of slots
 * @param width bytes a value
 * @param bytes where the values lie
 * @param offset the index in {@code bytes} of the first slot
 * @param validity see {@link Vector#validity()}
 */
public record FixedBinaryVector(int length, int width, byte[] bytes, int offset, long[] validity) implements Vector {}
