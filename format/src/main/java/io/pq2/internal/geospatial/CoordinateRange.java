package io.pq2.internal.geospatial;

/** The min and max of the coordinates of one dimension. NaN marks an absent coordinate and is ignored. */
class CoordinateRange {

    private double min;
    private double max;

    /** Creates an empty range. */
    CoordinateRange() {
        clear();
    }

    /** Makes the range empty. */
    void reset() {
        clear();
    }

    private void clear() {
        min = Double.POSITIVE_INFINITY;
        max = Double.NEGATIVE_INFINITY;
    }

    /** Extends the range to a coordinate. */
    void add(double coordinate) {
        // Both comparisons are false for NaN.
        if (coordinate < min) {
            min = coordinate;
        }
        if (coordinate > max) {
            max = coordinate;
        }
    }

    /** Whether the range has no coordinates other than NaN. */
    final boolean isEmpty() {
        return min > max;
    }

    /** Whether the range lies between {@code -limit} and {@code limit}, both inclusive. */
    final boolean isWithin(double limit) {
        return min >= -limit && max <= limit;
    }

    /** Returns the smallest coordinate. The range must not be empty. */
    final double min() {
        return min;
    }

    /** Returns the largest coordinate. The range must not be empty. */
    final double max() {
        return max;
    }
}
