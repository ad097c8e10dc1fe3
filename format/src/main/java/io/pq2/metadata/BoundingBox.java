package io.pq2.metadata;

import org.jspecify.annotations.Nullable;

/**
 * The ranges of the coordinates of geospatial values (Geospatial.md). If {@code xmin > xmax}, the box crosses the
 * antimeridian.
 *
 * @param xmin minimum x, or the western longitude
 * @param xmax maximum x, or the eastern longitude
 * @param ymin minimum y
 * @param ymax maximum y
 * @param zmin minimum z
 * @param zmax maximum z
 * @param mmin minimum m
 * @param mmax maximum m
 */
public record BoundingBox(
        double xmin,
        double xmax,
        double ymin,
        double ymax,
        @Nullable Double zmin,
        @Nullable Double zmax,
        @Nullable Double mmin,
        @Nullable Double mmax) {}
