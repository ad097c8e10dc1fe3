package io.pq2.vector;

/**
 * Values of physical type BOOLEAN.
 *
 * @param length the number of slots
 * @param values one value a slot
 * @param validity see {@link Vector#validity()}
 */
public record BooleanVector(int length, boolean[] values, long[] validity) implements Vector {}
