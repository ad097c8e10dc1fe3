package io.pq2.internal.geospatial;

/** The least and the greatest of the coordinates of one dimension. NaN, which stands for a coordinate that is not there, is left out. */
final class CoordinateRange {

    private double least;
    private double greatest;

    CoordinateRange() {
        reset();
    }

    void reset() {
        least = Double.POSITIVE_INFINITY;
        greatest = Double.NEGATIVE_INFINITY;
    }

    void see(double coordinate) {
        // Both comparisons are false for NaN.
        if (coordinate < least) {
            least = coordinate;
        }
        if (coordinate > greatest) {
            greatest = coordinate;
        }
    }

    /** Whether there was no coordinate but NaN. */
    boolean isEmpty() {
        return least > greatest;
    }

    boolean isWithin(double limit) {
        return least >= -limit && greatest <= limit;
    }

    double least() {
        return least;
    }

    double greatest() {
        return greatest;
    }
}
