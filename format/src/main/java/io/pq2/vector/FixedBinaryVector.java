package io.pq2.vector;

import org.jspecify.annotations.Nullable;

/**
 * Values of physical type FIXED_LEN_BYTE_ARRAY, or INT96 with {@code width} 12. Slot {@code i} is the {@code width}
 * bytes from {@code offset + i * width} on.
 *
 * @param length number of slots
 * @param width bytes per value
 * @param bytes array of the values
 * @param offset index in {@code bytes} of the first slot
 * @param validity see {@link Vector#validity()}
 */
public record FixedBinaryVector(int length, int width, byte[] bytes, int offset, long @Nullable [] validity)
        implements Vector {}
