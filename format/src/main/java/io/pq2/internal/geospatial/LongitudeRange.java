package io.pq2.internal.geospatial;

/**
 * The range of longitudes, from -180 to 180 degrees, which may cross the antimeridian. It crosses if this makes the
 * interval narrower; it then reaches from the smallest longitude that is not negative to the largest negative one.
 */
final class LongitudeRange extends CoordinateRange {

    private static final double CIRCLE = 360;

    private double firstEast = Double.POSITIVE_INFINITY;
    private double lastWest = Double.NEGATIVE_INFINITY;

    @Override
    void reset() {
        super.reset();
        firstEast = Double.POSITIVE_INFINITY;
        lastWest = Double.NEGATIVE_INFINITY;
    }

    @Override
    void add(double coordinate) {
        super.add(coordinate);
        // Both conditions are false for NaN.
        if (coordinate >= 0 && coordinate < firstEast) {
            firstEast = coordinate;
        } else if (coordinate < 0 && coordinate > lastWest) {
            lastWest = coordinate;
        }
    }

    /** Returns the western end. The range must not be empty. */
    double west() {
        return crosses() ? firstEast : min();
    }

    /** Returns the eastern end, which is less than the western one if the range crosses the antimeridian. */
    double east() {
        return crosses() ? lastWest : max();
    }

    private boolean crosses() {
        // With longitudes on one side only, an end is infinite and the comparison is false.
        return CIRCLE - firstEast + lastWest < max() - min() && firstEast <= max() && lastWest >= min();
    }
}
