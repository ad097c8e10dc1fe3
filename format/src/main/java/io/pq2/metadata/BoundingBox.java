package io.pq2.metadata;

/**
 * Lower and upper bounds of the coordinates of geospatial values; {@code xmin > xmax} wraps around the antimeridian.
 *
 * @param xmin least x, or the western bound
 * @param xmax greatest x, or the eastern bound
 * @param ymin least y
 * @param ymax greatest y
 * @param zmin least z
 * @param zmax greatest z
 * @param mmin least m
 * @param mmax greatest m
 */
public record BoundingBox(
        double xmin, double xmax, double ymin, double ymax, Double zmin, Double zmax, Double mmin, Double mmax) {}
