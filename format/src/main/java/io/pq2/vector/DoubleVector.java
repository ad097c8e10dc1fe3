package io.pq2.vector;

/**
 * Values of physical type DOUBLE, NaN payloads kept.
 *
 * @param length the number of slots
 * @param values one value a slot
 * @param validity see {@link Vector#validity()}
 */
public record DoubleVector(int length, double[] values, long[] validity) implements Vector {}
