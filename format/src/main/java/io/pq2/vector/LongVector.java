package io.pq2.vector;

/**
 * Values of physical type INT64, whatever their logical type: a TIMESTAMP counts its own unit since 1970-01-01T00:00:00, a
 * DECIMAL is its unscaled value, an unsigned integer its 64 bits.
 *
 * @param length the number of slots
 * @param values one value a slot
 * @param validity see {@link Vector#validity()}
 */
public record LongVector(int length, long[] values, long[] validity) implements Vector {}
