package io.pq2.internal.write.options;

import io.pq2.write.GeoParquetCovering;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * Columns with the bounding boxes of geometries.
 *
 * @param bounds the type of the bounds
 * @param names the requested names of the columns, by the name of the geometry column
 * @param written the columns that the file has, by the name of the geometry column. Empty in the options of a caller
 */
public record CoveringOptions(GeoParquetCovering bounds, Map<String, String> names, Map<String, String> written) {

    /** No such columns. */
    public static final CoveringOptions DEFAULT = new CoveringOptions(GeoParquetCovering.NONE, Map.of(), Map.of());

    /** Returns these options with another type of bounds. */
    public CoveringOptions with(GeoParquetCovering value) {
        return new CoveringOptions(value, names, written);
    }

    /** Returns these options with the name of one column. */
    public CoveringOptions withName(String geometry, String name) {
        Map<String, String> changed = new HashMap<>(names);
        changed.put(geometry, name);
        return new CoveringOptions(bounds, Collections.unmodifiableMap(changed), written);
    }

    /** Returns these options for a file that has some columns, by the name of the geometry column. */
    public CoveringOptions withWritten(Map<String, String> columns) {
        return new CoveringOptions(bounds, names, Map.copyOf(columns));
    }
}
