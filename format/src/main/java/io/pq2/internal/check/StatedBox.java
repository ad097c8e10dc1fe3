package io.pq2.internal.check;

import io.pq2.internal.geospatial.WkbBox;
import java.util.Arrays;

/**
 * A box that a file states for geometries. If {@code xmin} is greater than {@code xmax}, it crosses the antimeridian:
 * it has all x from {@code xmin} up and all x up to {@code xmax}.
 *
 * @param xmin the minimum x
 * @param ymin the minimum y
 * @param xmax the maximum x
 * @param ymax the maximum y
 */
record StatedBox(double xmin, double ymin, double xmax, double ymax) {

    /** How far a vertex of a geometry with edges on a sphere may be outside, in degrees: writers round angles. */
    private static final double SPHERICAL_ROUNDING = 1e-9;

    /** Returns how far the vertices of a geometry may be outside its box. */
    static double rounding(WkbBox geometry, boolean spherical) {
        return spherical && geometry.hasEdges() ? SPHERICAL_ROUNDING : 0;
    }

    /**
     * Whether the box contains the ends of a geometry's extent, which are coordinates of its vertices. A box with NaN
     * contains nothing.
     */
    boolean contains(WkbBox geometry, double rounding) {
        return ymin - rounding <= geometry.ymin()
                && ymax + rounding >= geometry.ymax()
                && containsX(geometry.xmin(), rounding)
                && containsX(geometry.xmax(), rounding);
    }

    private boolean containsX(double x, double rounding) {
        boolean east = x >= xmin - rounding;
        boolean west = x <= xmax + rounding;
        return xmin > xmax ? east || west : east && west;
    }

    /** Returns xmin, ymin, xmax and ymax in brackets. */
    @Override
    public String toString() {
        return Arrays.asList(xmin, ymin, xmax, ymax).toString();
    }
}
