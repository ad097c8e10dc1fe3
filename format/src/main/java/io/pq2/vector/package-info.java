/**
 * Columnar values in Java arrays, in the layout of Apache Arrow: values with a validity bitmap, offsets with elements,
 * and ids with a dictionary. {@link io.pq2.vector.Vector} describes the ownership of arrays and the slots of nulls.
 *
 * <p>Readers return vectors and writers accept them. {@link io.pq2.vector.VectorBuilder}s build them value by value.
 */
@NullMarked
package io.pq2.vector;

import org.jspecify.annotations.NullMarked;
