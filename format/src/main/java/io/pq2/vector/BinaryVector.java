package io.pq2.vector;

import org.jspecify.annotations.Nullable;

/**
 * Values of physical type BYTE_ARRAY: slices of a shared array, in any order, with or without gaps.
 *
 * @param length number of slots
 * @param bytes array of the slices
 * @param starts index in {@code bytes} of the first byte of each slot
 * @param lengths number of bytes of each slot
 * @param validity see {@link Vector#validity()}
 */
public record BinaryVector(int length, byte[] bytes, int[] starts, int[] lengths, long @Nullable [] validity)
        implements Vector {}
