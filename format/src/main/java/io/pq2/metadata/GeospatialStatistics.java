package io.pq2.metadata;

import java.util.List;

/**
 * Statistics of a column chunk of logical type GEOMETRY or GEOGRAPHY (see Geospatial.md).
 *
 * @param bbox bounds of all values
 * @param geospatialTypes the WKB type codes that occur, empty or null if not known
 */
public record GeospatialStatistics(BoundingBox bbox, List<Integer> geospatialTypes) {

    public GeospatialStatistics {
        geospatialTypes = geospatialTypes == null ? null : List.copyOf(geospatialTypes);
    }
}
