package io.pq2.vector;

import java.util.List;

/**
 * Groups with named fields. Each child has as many slots as the struct; where the struct is null, so is each child's slot.
 *
 * @param length the number of slots
 * @param children the fields in the order of the schema (in a reader: those of the projection)
 * @param validity see {@link Vector#validity()}
 */
public record StructVector(int length, List<Vector> children, long[] validity) implements Vector {}
