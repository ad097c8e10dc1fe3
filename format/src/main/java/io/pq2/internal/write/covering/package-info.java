/**
 * Computes the bounding boxes of geometries for the covering columns of GeoParquet 1.1, and adds them to the rows of a
 * file.
 */
@NullMarked
package io.pq2.internal.write.covering;

import org.jspecify.annotations.NullMarked;
