/**
 * Columnar values in plain Java arrays, in the layout of Apache Arrow: values and a bitmap of presence, offsets and elements,
 * ids and a dictionary. {@link io.pq2.vector.Vector} says who owns the arrays and what the slot of a null holds.
 *
 * <p>Readers fill vectors, writers take them; {@link io.pq2.vector.VectorBuilder}s make them value by value.
 */
package io.pq2.vector;
