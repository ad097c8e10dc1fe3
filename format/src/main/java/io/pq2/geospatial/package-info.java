/** Geospatial values: the bounding box and the type of a geometry in well-known binary. */
@NullMarked
package io.pq2.geospatial;

import org.jspecify.annotations.NullMarked;
