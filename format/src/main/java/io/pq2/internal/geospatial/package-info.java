/**
 * Reads geometries in well-known binary (Geospatial.md of the format): bounding boxes of their coordinates, and the
 * geospatial statistics of column chunks.
 *
 * <p>A geometry consists of one byte for the byte order (0 big-endian, 1 little-endian), its type code in 4 bytes, and
 * its contents. A point contains its coordinates as doubles. Other geometries contain the number of their points, rings
 * or members in 4 bytes, followed by these.
 *
 * <p>Type codes are those of ISO: 1 point, 2 line string, 3 polygon, 4 to 6 their multiple forms, 7 collection; plus
 * 1000 with z, 2000 with m, 3000 with both. The reader also accepts the extended codes of PostGIS, which have bits for
 * z, for m and for the number of a spatial reference system, which follows the code.
 */
@NullMarked
package io.pq2.internal.geospatial;

import org.jspecify.annotations.NullMarked;
