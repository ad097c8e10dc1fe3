package io.pq2.geospatial;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What GeoParquet metadata says about a geometry column (GeoParquet 1.1, "Column metadata"). Names that this version
 * does not know are kept as they are.
 *
 * @param encoding {@code WKB}, or in version 1.1 also {@code point}, {@code linestring}, {@code polygon} and their
 *     multiple forms
 * @param geometryTypes the types of the geometries, for example {@code Point} or {@code Polygon Z}; empty if unknown
 * @param crs the coordinate reference system as PROJJSON, in JSON without blanks; the text {@code null} if it is
 *     unknown; absent for the default OGC:CRS84
 * @param orientation the winding order of exterior rings, {@code counterclockwise}; absent if unknown
 * @param edges how points are connected, {@code planar} or {@code spherical}; absent for the default {@code planar}
 * @param bbox the box around all geometries: the minimum of each dimension, then the maximum of each; 4, 6 or 8
 *     numbers. With minimum x above maximum x it crosses the antimeridian. Absent if unknown
 * @param epoch the year for which the coordinates are valid, for example 2021.47; absent if not stated
 * @param covering the columns with the box of each geometry; absent if there are none
 */
public record GeoColumn(
        String encoding,
        List<String> geometryTypes,
        @Nullable String crs,
        @Nullable String orientation,
        @Nullable String edges,
        @Nullable List<Double> bbox,
        @Nullable Double epoch,
        @Nullable BoxCovering covering) {

    /** The encoding that all versions have. */
    public static final String WKB = "WKB";

    private static final String PLANAR = "planar";

    /** Copies the lists. */
    public GeoColumn {
        geometryTypes = List.copyOf(geometryTypes);
        bbox = bbox == null ? null : List.copyOf(bbox);
    }

    /** Whether the column contains well-known binary whose edges are straight lines in the plane. */
    public boolean isPlanarWkb() {
        return encoding.equals(WKB) && (edges == null || edges.equals(PLANAR));
    }
}
