/**
 * Geospatial values: the bounding box and the type of a geometry in well-known binary, and the metadata of GeoParquet
 * files.
 */
@NullMarked
package io.pq2.geospatial;

import org.jspecify.annotations.NullMarked;
