package io.pq2.spark.internal.files.scan;

import io.pq2.internal.geospatial.WkbBox;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.ValuePredicate;

/**
 * Removes geographies that are certainly outside a box: single points outside of it, and geographies without
 * coordinates. It keeps all others. The edges of lines and polygons may leave the box of their vertices, by a distance
 * that depends on the algorithm of the edges, and a polygon may contain a pole. Points outside the range of longitudes
 * and latitudes and bytes that are not valid well-known binary are kept too, like in row groups without statistics.
 *
 * @param box the box
 */
record GeographyPoints(BoxFilter box) implements ValuePredicate {

    private static final double MAX_LONGITUDE = 180;
    private static final double MAX_LATITUDE = 90;

    @Override
    public boolean test(Comparable<?> value) {
        byte[] bytes = ((ByteString) value).bytes();
        return testBytes(bytes, 0, bytes.length);
    }

    @Override
    public boolean testBytes(byte[] bytes, int start, int length) {
        // Several threads may test at the same time, and a reader of boxes serves one.
        WkbBox geography = new WkbBox();
        if (!geography.read(bytes, start, length)) {
            return !geography.isValid();
        }
        double x = geography.xmin();
        double y = geography.ymin();
        boolean decidable = geography.isPoint() && Math.abs(x) <= MAX_LONGITUDE && Math.abs(y) <= MAX_LATITUDE;
        return !decidable || contains(x, y);
    }

    private boolean contains(double x, double y) {
        boolean east = x >= box.xmin();
        boolean west = x <= box.xmax();
        return y >= box.ymin() && y <= box.ymax() && (box.xmin() > box.xmax() ? east || west : east && west);
    }
}
