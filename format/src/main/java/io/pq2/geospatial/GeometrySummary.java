package io.pq2.geospatial;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.geospatial.WkbSummary;
import io.pq2.metadata.BoundingBox;
import org.jspecify.annotations.Nullable;

/**
 * The type of a geometry and the bounding box of its coordinates (Geospatial.md).
 *
 * @param type the ISO type code, for example 1 for a point, 1003 for a polygon with z
 * @param box the ranges of the coordinates other than NaN; absent when there is no x or no y, for example of an empty
 *     geometry. Edges of a GEOGRAPHY may leave it.
 */
public record GeometrySummary(int type, @Nullable BoundingBox box) {

    /**
     * Reads a geometry in well-known binary, with the type codes of ISO or of PostGIS. Each member of a collection has
     * its own byte order. Collections may be nested up to 32 deep.
     *
     * @throws InvalidDataException if the bytes are not exactly one valid geometry; the message names the position in
     *     bytes from the start
     */
    public static GeometrySummary of(byte[] wellKnownBinary) {
        return WkbSummary.of(wellKnownBinary);
    }
}
