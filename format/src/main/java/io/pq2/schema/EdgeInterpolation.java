package io.pq2.schema;

/**
 * The interpolation of edges between the points of a GEOGRAPHY ({@code EdgeInterpolationAlgorithm} of
 * parquet.thrift). The ordinal is the number in files.
 */
public enum EdgeInterpolation {
    /** Geodesics on a sphere. */
    SPHERICAL,
    /** Vincenty's formulae on an ellipsoid. */
    VINCENTY,
    /** Thomas' formulae on an ellipsoid. */
    THOMAS,
    /** Andoyer's formulae on an ellipsoid. */
    ANDOYER,
    /** Karney's algorithm on an ellipsoid. */
    KARNEY
}
