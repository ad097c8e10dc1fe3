package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.exception.FileLocation;
import io.pq2.internal.geospatial.GeospatialStatisticsBuilder;
import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares the bounding box and the types of geometries with the values. */
final class GeospatialCheck {

    private final @Nullable GeospatialStatisticsBuilder builder;
    private final Findings findings;
    private final FileLocation location;

    GeospatialCheck(PrimitiveField field, Findings findings, FileLocation location) {
        this.builder = GeospatialStatisticsBuilder.of(field.logicalType());
        this.findings = findings;
        this.location = location;
    }

    /** Adds the values of a vector without nulls. */
    void add(Vector vector) {
        if (builder == null) {
            return;
        }
        if (vector instanceof DictionaryVector encoded && encoded.dictionary() instanceof BinaryVector entries) {
            for (int i = 0; i < encoded.length(); i++) {
                int id = encoded.ids()[i];
                builder.update(entries.bytes(), entries.starts(), entries.lengths(), id, id + 1);
            }
        } else if (vector instanceof BinaryVector values) {
            builder.update(values.bytes(), values.starts(), values.lengths(), 0, values.length());
        }
    }

    void check(@Nullable GeospatialStatistics stated) {
        GeospatialStatistics actual = builder == null ? null : builder.endChunk();
        if (stated == null || actual == null) {
            return;
        }
        BoundingBox box = stated.bbox();
        BoundingBox truth = actual.bbox();
        // Both ends are coordinates of geometries, also if the interval between them crosses the antimeridian.
        boolean wrongX =
                box != null && truth != null && !(containsX(box, truth.xmin()) && containsX(box, truth.xmax()));
        boolean wrongY = box != null && truth != null && (box.ymin() > truth.ymin() || box.ymax() < truth.ymax());
        if (wrongX || wrongY) {
            findings.error(
                    Rule.GEOSPATIAL_STATISTICS,
                    location,
                    "bbox is " + box + ", but the geometries extend over " + truth);
        }
        List<Integer> types = stated.geospatialTypes();
        List<Integer> found = actual.geospatialTypes();
        if (types != null && !types.isEmpty() && found != null && !types.containsAll(found)) {
            findings.error(
                    Rule.GEOSPATIAL_STATISTICS,
                    location,
                    "geospatial_types is " + types + ", but the geometries have the types " + found);
        }
    }

    /** Whether a box contains an x. A box with xmin above xmax crosses the antimeridian. */
    private static boolean containsX(BoundingBox box, double x) {
        return box.xmin() > box.xmax() ? x >= box.xmin() || x <= box.xmax() : x >= box.xmin() && x <= box.xmax();
    }
}
