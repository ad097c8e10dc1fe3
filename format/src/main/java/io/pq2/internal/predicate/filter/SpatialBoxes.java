package io.pq2.internal.predicate.filter;

import io.pq2.metadata.BoundingBox;
import io.pq2.schema.LogicalType;
import io.pq2.statistics.ColumnStatistics;

/**
 * Tests boxes for intersection. A box with {@code xmin > xmax} crosses the antimeridian: it consists of all x at
 * least {@code xmin} and all x at most {@code xmax}.
 */
public final class SpatialBoxes {

    private SpatialBoxes() {}

    /** Whether a value inside the box of the statistics may intersect another box. */
    public static boolean mayIntersect(ColumnStatistics statistics, BoundingBox query) {
        BoundingBox box = statistics.box();
        if (box == null) {
            return true;
        }
        // The boxes of single GEOMETRY values never cross the antimeridian, so a crossing box only limits their y.
        boolean wrapped = box.xmin() > box.xmax();
        boolean plane = !(statistics.column().field().logicalType() instanceof LogicalType.GeographyType);
        return intersectsY(query, box.ymin(), box.ymax())
                && ((wrapped && plane) || intersectsX(query, box.xmin(), box.xmax()));
    }

    static boolean intersectsX(BoundingBox query, double xmin, double xmax) {
        if (query.xmin() > query.xmax()) {
            return xmin > xmax || xmax >= query.xmin() || xmin <= query.xmax();
        }
        return xmin > xmax
                ? query.xmin() <= query.xmax() && (query.xmax() >= xmin || query.xmin() <= xmax)
                : query.xmin() <= xmax && query.xmax() >= xmin;
    }

    static boolean intersectsY(BoundingBox query, double ymin, double ymax) {
        return query.ymin() <= ymax && query.ymax() >= ymin && query.ymin() <= query.ymax();
    }
}
