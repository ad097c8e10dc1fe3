package io.pq2.vector;

import org.jspecify.annotations.Nullable;

/**
 * Values that are entries of a dictionary. Vectors with the same dictionary share one object, so that a caller can
 * convert its entries once and find the result by identity.
 *
 * @param length number of slots
 * @param ids index of a dictionary entry per slot, from 0; 0 for nulls
 * @param dictionary entries, none of them null, as a {@link BinaryVector} or {@link FixedBinaryVector}; empty only if
 *     all slots are null
 * @param validity see {@link Vector#validity()}
 */
public record DictionaryVector(int length, int[] ids, Vector dictionary, long @Nullable [] validity)
        implements Vector {}
