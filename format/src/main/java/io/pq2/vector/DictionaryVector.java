package io.pq2.vector;

/**
 * Values that are entries of a dictionary. The dictionary is one object for as long as it is the same dictionary, so that
 * consumers can derive something from its entries once and find it again by identity.
 *
 * @param length the number of slots
 * @param ids one index into the dictionary a slot, from 0; the slot of a null holds 0
 * @param dictionary the entries, all present: a {@link BinaryVector} or a {@link FixedBinaryVector}, never empty unless all
 *     slots are null
 * @param validity see {@link Vector#validity()}
 */
public record DictionaryVector(int length, int[] ids, Vector dictionary, long[] validity) implements Vector {}
