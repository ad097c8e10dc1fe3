package io.pq2.internal.geospatial;

import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.schema.LogicalType;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Collects the {@link GeospatialStatistics} of a column chunk. A chunk with a value that is not valid well-known binary
 * has no statistics.
 *
 * <p>The edges of GEOGRAPHY values are not straight lines and may leave the bounding box of their ends. So a GEOGRAPHY
 * chunk has a bounding box only if all its values are points with longitudes within 180 degrees and latitudes within 90
 * degrees. If that makes the box narrower, it crosses the antimeridian: its xmin is greater than its xmax.
 */
public final class GeospatialStatisticsBuilder {

    private static final double MAX_LONGITUDE = 180;
    private static final double MAX_LATITUDE = 90;

    private final boolean geography;
    private final TreeSet<Integer> types = new TreeSet<>();
    private final LongitudeRange longitudes = new LongitudeRange();
    private final CoordinateRange x;
    private final CoordinateRange y = new CoordinateRange();
    private final CoordinateRange z = new CoordinateRange();
    private final CoordinateRange m = new CoordinateRange();
    private final WkbReader reader;
    private boolean invalid;
    private boolean hasEdges;
    private int lastType = -1;

    private GeospatialStatisticsBuilder(boolean geography) {
        this.geography = geography;
        this.x = geography ? longitudes : new CoordinateRange();
        this.reader = new WkbReader(x, y, z, m);
    }

    /** Returns a builder for a logical type; absent when the type is neither GEOMETRY nor GEOGRAPHY. */
    public static @Nullable GeospatialStatisticsBuilder of(@Nullable LogicalType type) {
        boolean geography = type instanceof LogicalType.GeographyType;
        return geography || type instanceof LogicalType.GeometryType
                ? new GeospatialStatisticsBuilder(geography)
                : null;
    }

    /** Adds the slices with indexes from {@code from} to {@code to} (exclusive). */
    public void update(byte[] bytes, int[] starts, int[] lengths, int from, int to) {
        for (int i = from; i < to && !invalid; i++) {
            int type = reader.read(bytes, starts[i], lengths[i]);
            if (type < 0) {
                invalid = true;
            } else if (type != lastType) {
                types.add(type);
                hasEdges |= !WkbReader.isWithoutEdges(type);
                lastType = type;
            }
        }
    }

    /**
     * Returns the statistics of the values since the previous call and starts the next chunk. Absent when there were no
     * values or one was invalid.
     */
    public @Nullable GeospatialStatistics endChunk() {
        GeospatialStatistics statistics =
                invalid || types.isEmpty() ? null : new GeospatialStatistics(box(), List.copyOf(types));
        reset();
        return statistics;
    }

    private @Nullable BoundingBox box() {
        boolean safe = !geography || (!hasEdges && x.isWithin(MAX_LONGITUDE) && y.isWithin(MAX_LATITUDE));
        if (!safe) {
            return null;
        }
        double west = geography ? longitudes.west() : x.min();
        double east = geography ? longitudes.east() : x.max();
        return WkbSummary.box(west, east, x, y, z, m);
    }

    private void reset() {
        x.reset();
        y.reset();
        z.reset();
        m.reset();
        types.clear();
        lastType = -1;
        invalid = false;
        hasEdges = false;
    }
}
