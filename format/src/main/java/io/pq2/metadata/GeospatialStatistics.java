package io.pq2.metadata;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of a column chunk of logical type GEOMETRY or GEOGRAPHY (Geospatial.md).
 *
 * @param bbox bounding box of all values
 * @param geospatialTypes type codes of well-known binary that occur; if absent or empty, they are unknown
 */
public record GeospatialStatistics(
        @Nullable BoundingBox bbox, @Nullable List<Integer> geospatialTypes) {

    public GeospatialStatistics {
        geospatialTypes = geospatialTypes == null ? null : List.copyOf(geospatialTypes);
    }
}
