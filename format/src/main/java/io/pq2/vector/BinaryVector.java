package io.pq2.vector;

/**
 * Values of physical type BYTE_ARRAY: slices of a shared array, in any order, with or without gaps.
 *
 * @param length the number of slots
 * @param bytes where the slices lie
 * @param starts the index in {@code bytes} of each slot's first byte
 * @param lengths the number of bytes of each slot
 * @param validity see {@link Vector#validity()}
 */
public record BinaryVector(int length, byte[] bytes, int[] starts, int[] lengths, long[] validity) implements Vector {}
