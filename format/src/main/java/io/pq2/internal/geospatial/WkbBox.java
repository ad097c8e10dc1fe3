package io.pq2.internal.geospatial;

/**
 * Computes the bounding box of a geometry in well-known binary, in x and y. Coordinates that are NaN are ignored, each
 * by itself. Holds one box at a time. Not thread-safe.
 */
public final class WkbBox {

    private final CoordinateRange x = new CoordinateRange();
    private final CoordinateRange y = new CoordinateRange();
    private final WkbReader reader = new WkbReader(x, y, new CoordinateRange(), new CoordinateRange());

    /**
     * Reads a geometry.
     *
     * @return whether it has a box: the bytes are exactly one valid geometry with at least one x and one y coordinate
     */
    public boolean read(byte[] source, int start, int length) {
        x.reset();
        y.reset();
        return reader.read(source, start, length) >= 0 && !x.isEmpty() && !y.isEmpty();
    }

    /** Returns the smallest x of the box that was read last. */
    public double xmin() {
        return x.min();
    }

    /** Returns the largest x of the box that was read last. */
    public double xmax() {
        return x.max();
    }

    /** Returns the smallest y of the box that was read last. */
    public double ymin() {
        return y.min();
    }

    /** Returns the largest y of the box that was read last. */
    public double ymax() {
        return y.max();
    }
}
