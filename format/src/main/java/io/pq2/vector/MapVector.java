package io.pq2.vector;

/**
 * Maps. Slot {@code i} holds the entries {@code offsets[i]} (inclusive) to {@code offsets[i + 1]} (exclusive), in the order of
 * the file; a key that occurs twice is there twice.
 *
 * @param length the number of slots
 * @param offsets {@code length + 1} ascending indexes into the entries, the first of them 0
 * @param keys the keys of all maps, one after another; null if a projection left them out
 * @param values the values, entry by entry beside the keys; null if the map has none or a projection left them out
 * @param validity see {@link Vector#validity()}
 */
public record MapVector(int length, int[] offsets, Vector keys, Vector values, long[] validity) implements Vector {}
