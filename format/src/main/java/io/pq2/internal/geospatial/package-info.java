/**
 * Shapes in well-known binary (Geospatial.md of the format): the boxes around their coordinates, and which kinds a column chunk has.
 *
 * <p>A shape is a byte for the byte order (0 big-endian, 1 little-endian), its code in four bytes, and what the code says: a
 * point's coordinates as doubles; for others the number of their points, rings or members in four bytes, and these. The code is
 * that of ISO (1 point, 2 line, 3 polygon, 4 to 6 several of them, 7 collection; plus 1000 with z, 2000 with m, 3000 with both)
 * or that of PostGIS, with bits for z, m and for the number of a reference system, which follows the code.
 */
package io.pq2.internal.geospatial;
