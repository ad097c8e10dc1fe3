/**
 * Geospatial values and files: the bounding box and the type of a geometry in well-known binary, and the metadata of
 * GeoParquet.
 */
@NullMarked
package io.pq2.geospatial;

import org.jspecify.annotations.NullMarked;
