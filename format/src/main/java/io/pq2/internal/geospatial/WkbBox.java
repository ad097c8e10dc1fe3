package io.pq2.internal.geospatial;

/**
 * The smallest box around the coordinates of a shape in well-known binary, in x and y. Coordinates that are NaN are passed over,
 * each for itself. Holds one box at a time; used by one thread.
 */
public final class WkbBox {

    private final CoordinateRange x = new CoordinateRange();
    private final CoordinateRange y = new CoordinateRange();
    private final WkbReader reader = new WkbReader(x, y, new CoordinateRange(), new CoordinateRange());

    /**
     * Reads a shape.
     *
     * @return whether it has a box; not if it has no x or no y, nor if the bytes are not one shape from beginning to end
     */
    public boolean read(byte[] source, int start, int length) {
        x.reset();
        y.reset();
        return reader.read(source, start, length) >= 0 && !x.isEmpty() && !y.isEmpty();
    }

    /** The least x of the shape read last. */
    public double xmin() {
        return x.least();
    }

    /** The greatest x of the shape read last. */
    public double xmax() {
        return x.greatest();
    }

    /** The least y of the shape read last. */
    public double ymin() {
        return y.least();
    }

    /** The greatest y of the shape read last. */
    public double ymax() {
        return y.greatest();
    }
}
