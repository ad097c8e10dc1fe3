package io.pq2.internal.geospatial;

import io.pq2.exception.InvalidDataException;
import io.pq2.geospatial.GeometrySummary;
import io.pq2.metadata.BoundingBox;
import org.jspecify.annotations.Nullable;

/** Summarizes single geometries in well-known binary. */
public final class WkbSummary {

    private WkbSummary() {}

    /**
     * Returns the type and the box of a geometry.
     *
     * @throws InvalidDataException if the bytes are not exactly one valid geometry
     */
    public static GeometrySummary of(byte[] value) {
        CoordinateRange x = new CoordinateRange();
        CoordinateRange y = new CoordinateRange();
        CoordinateRange z = new CoordinateRange();
        CoordinateRange m = new CoordinateRange();
        WkbReader reader = new WkbReader(x, y, z, m);
        int type = reader.read(value, 0, value.length);
        if (type < 0) {
            throw new InvalidDataException("Invalid well-known binary at byte " + reader.problemPosition() + " of "
                    + value.length + ": " + reader.problem());
        }
        return new GeometrySummary(type, box(x.min(), x.max(), x, y, z, m));
    }

    /** Returns the box of coordinates; absent when there is no x or no y. */
    static @Nullable BoundingBox box(
            double west, double east, CoordinateRange x, CoordinateRange y, CoordinateRange z, CoordinateRange m) {
        if (x.isEmpty() || y.isEmpty()) {
            return null;
        }
        return new BoundingBox(west, east, y.min(), y.max(), min(z), max(z), min(m), max(m));
    }

    private static @Nullable Double min(CoordinateRange range) {
        return range.isEmpty() ? null : (Double) range.min();
    }

    private static @Nullable Double max(CoordinateRange range) {
        return range.isEmpty() ? null : (Double) range.max();
    }
}
