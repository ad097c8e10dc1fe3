package io.pq2.geospatial;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns that contain the bounding box of each geometry ({@code covering.bbox} of GeoParquet 1.1). Each path
 * consists of the field names from a top-level field down to a FLOAT or DOUBLE column. If {@code xmin} is greater than
 * {@code xmax} in a row, the box crosses the antimeridian.
 *
 * @param xmin the path of the minimum x
 * @param ymin the path of the minimum y
 * @param xmax the path of the maximum x
 * @param ymax the path of the maximum y
 * @param zmin the path of the minimum z; absent if the boxes have no z
 * @param zmax the path of the maximum z; absent if the boxes have no z
 */
public record BoxCovering(
        List<String> xmin,
        List<String> ymin,
        List<String> xmax,
        List<String> ymax,
        @Nullable List<String> zmin,
        @Nullable List<String> zmax) {

    /** Copies the paths. */
    public BoxCovering {
        xmin = List.copyOf(xmin);
        ymin = List.copyOf(ymin);
        xmax = List.copyOf(xmax);
        ymax = List.copyOf(ymax);
        zmin = zmin == null ? null : List.copyOf(zmin);
        zmax = zmax == null ? null : List.copyOf(zmax);
    }
}
