package io.pq2.vector;

/**
 * Lists. Slot {@code i} holds the elements {@code offsets[i]} (inclusive) to {@code offsets[i + 1]} (exclusive).
 *
 * @param length the number of slots
 * @param offsets {@code length + 1} ascending indexes into the elements, the first of them 0
 * @param elements the elements of all lists, one after another
 * @param validity see {@link Vector#validity()}
 */
public record ListVector(int length, int[] offsets, Vector elements, long[] validity) implements Vector {}
