package io.pq2.vector;

import org.jspecify.annotations.Nullable;

/**
 * Maps. Slot {@code i} has the entries from {@code offsets[i]} (inclusive) to {@code offsets[i + 1]} (exclusive), in
 * the order of the file. A map may contain a key more than once.
 *
 * @param length number of slots
 * @param offsets {@code length + 1} ascending indexes of entries, starting with 0
 * @param keys keys of all maps, one map after another; absent if a scan does not select them
 * @param values values in the order of the keys; absent if the maps have no values or a scan does not select them
 * @param validity see {@link Vector#validity()}
 */
public record MapVector(
        int length,
        int[] offsets,
        @Nullable Vector keys,
        @Nullable Vector values,
        long @Nullable [] validity) implements Vector {}
