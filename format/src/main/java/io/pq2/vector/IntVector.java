package io.pq2.vector;

/**
 * Values of physical type INT32, whatever their logical type: a DATE is days since 1970-01-01, a DECIMAL its unscaled value,
 * an unsigned integer its 32 bits.
 *
 * @param length the number of slots
 * @param values one value a slot
 * @param validity see {@link Vector#validity()}
 */
public record IntVector(int length, int[] values, long[] validity) implements Vector {}
