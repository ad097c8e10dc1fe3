package io.pq2.vector;

import org.jspecify.annotations.Nullable;

/**
 * Lists. Slot {@code i} has the elements from {@code offsets[i]} (inclusive) to {@code offsets[i + 1]} (exclusive).
 *
 * @param length number of slots
 * @param offsets {@code length + 1} ascending indexes of elements, starting with 0
 * @param elements elements of all lists, one list after another
 * @param validity see {@link Vector#validity()}
 */
public record ListVector(int length, int[] offsets, Vector elements, long @Nullable [] validity) implements Vector {}
