package io.pq2.vector;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Groups of named fields. Each child has as many slots as the struct. Where the struct is null, its children are
 * null.
 *
 * @param length number of slots
 * @param children fields in the order of the schema, or the selected fields of a scan
 * @param validity see {@link Vector#validity()}
 */
public record StructVector(int length, List<Vector> children, long @Nullable [] validity) implements Vector {}
