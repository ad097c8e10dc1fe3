package io.pq2.vector;

/**
 * Values of physical type FLOAT, NaN payloads kept.
 *
 * @param length the number of slots
 * @param values one value a slot
 * @param validity see {@link Vector#validity()}
 */
public record FloatVector(int length, float[] values, long[] validity) implements Vector {}
