package io.pq2.internal.geospatial;

import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.schema.LogicalType;
import java.util.List;
import java.util.TreeSet;

/**
 * Collects the {@link GeospatialStatistics} of a column chunk. Once a value was seen that is not well-known binary, nothing is known of
 * the chunk.
 *
 * <p>The edges of GEOGRAPHY values are no straight lines and may leave the box of their ends; such a column has a box only while its
 * values are points, whose coordinates are in the canonical ranges.
 */
public final class GeospatialStatisticsBuilder {

    private static final double LONGITUDES = 180;
    private static final double LATITUDES = 90;

    private final boolean geography;
    private final TreeSet<Integer> types = new TreeSet<>();
    private final CoordinateRange x = new CoordinateRange();
    private final CoordinateRange y = new CoordinateRange();
    private final CoordinateRange z = new CoordinateRange();
    private final CoordinateRange m = new CoordinateRange();
    private final WkbReader reader = new WkbReader(x, y, z, m);
    private boolean unknown;
    private boolean edges;
    private int lastType = -1;

    private GeospatialStatisticsBuilder(boolean geography) {
        this.geography = geography;
    }

    /** For a column of a logical type, null if the type is neither GEOMETRY nor GEOGRAPHY. */
    public static GeospatialStatisticsBuilder of(LogicalType type) {
        boolean geography = type instanceof LogicalType.GeographyType;
        return geography || type instanceof LogicalType.GeometryType
                ? new GeospatialStatisticsBuilder(geography)
                : null;
    }

    /** Sees the slices from index {@code from} to {@code to} (exclusive). */
    public void update(byte[] bytes, int[] starts, int[] lengths, int from, int to) {
        for (int i = from; i < to && !unknown; i++) {
            int type = reader.read(bytes, starts[i], lengths[i]);
            if (type < 0) {
                unknown = true;
            } else if (type != lastType) {
                types.add(type);
                edges |= !WkbReader.isWithoutEdges(type);
                lastType = type;
            }
        }
    }

    /** What was seen since the last call, null if that says nothing; the next chunk starts. */
    public GeospatialStatistics endChunk() {
        GeospatialStatistics statistics =
                unknown || types.isEmpty() ? null : new GeospatialStatistics(box(), List.copyOf(types));
        reset();
        return statistics;
    }

    private BoundingBox box() {
        boolean safe = !geography || (!edges && x.isWithin(LONGITUDES) && y.isWithin(LATITUDES));
        if (x.isEmpty() || y.isEmpty() || !safe) {
            return null;
        }
        return new BoundingBox(
                x.least(),
                x.greatest(),
                y.least(),
                y.greatest(),
                z.isEmpty() ? null : (Double) z.least(),
                z.isEmpty() ? null : (Double) z.greatest(),
                m.isEmpty() ? null : (Double) m.least(),
                m.isEmpty() ? null : (Double) m.greatest());
    }

    private void reset() {
        x.reset();
        y.reset();
        z.reset();
        m.reset();
        types.clear();
        lastType = -1;
        unknown = false;
        edges = false;
    }
}
