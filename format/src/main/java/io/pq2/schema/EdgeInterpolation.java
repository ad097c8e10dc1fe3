package io.pq2.schema;

/** How the edges of a GEOGRAPHY run between points ({@code EdgeInterpolationAlgorithm}); the ordinal is the number in a file. */
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
