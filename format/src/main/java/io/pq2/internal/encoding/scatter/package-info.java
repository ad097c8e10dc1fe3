/**
 * Moves values between their slots in a vector and the dense order in which pages store them. Bit {@code i} of a
 * validity bitmap belongs to slot {@code i}.
 *
 * <p><b>Scatter</b> moves densely decoded values to the slots that are present, in place. Values only move to higher
 * indexes, so it starts at the last slot and handles one word of the bitmap at a time. A word without nulls is one
 * copy, a word without values one fill. In other words, each slot receives the next value masked by the slot's bit,
 * and the bit decides whether that value is used up. No branch depends on the data.
 *
 * <p><b>Compaction</b> is the inverse: it copies the values of the slots that are present to another array, densely,
 * for an encoder.
 */
@NullMarked
package io.pq2.internal.encoding.scatter;

import org.jspecify.annotations.NullMarked;
