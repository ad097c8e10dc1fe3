package io.pq2.internal.geospatial;

/**
 * Computes the bounding box of a geometry in well-known binary, in x and y. Coordinates that are NaN are ignored, each
 * by itself. Holds one box at a time. Not thread-safe.
 */
public final class WkbBox {

    private final CoordinateRange x = new CoordinateRange();
    private final CoordinateRange y = new CoordinateRange();
    private final WkbReader reader = new WkbReader(x, y, new CoordinateRange(), new CoordinateRange());
    private int type = -1;

    /**
     * Reads a geometry.
     *
     * @return whether it has a box: the bytes are exactly one valid geometry with at least one x and one y coordinate
     */
    public boolean read(byte[] source, int start, int length) {
        x.reset();
        y.reset();
        type = reader.read(source, start, length);
        return hasBox();
    }

    /** Returns what {@link #read} returned last. */
    public boolean hasBox() {
        return type >= 0 && !x.isEmpty() && !y.isEmpty();
    }

    /** Whether the bytes that were read last are exactly one valid geometry. */
    public boolean isValid() {
        return type >= 0;
    }

    /** Whether the geometry that was read last is a single point. */
    public boolean isPoint() {
        return WkbReader.isPoint(type);
    }

    /** Whether the geometry that was read last has edges, which may leave its box if they are not straight. */
    public boolean hasEdges() {
        return !WkbReader.isWithoutEdges(type);
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
