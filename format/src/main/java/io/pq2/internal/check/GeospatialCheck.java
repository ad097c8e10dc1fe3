package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.exception.FileLocation;
import io.pq2.internal.geospatial.GeospatialStatisticsBuilder;
import io.pq2.internal.read.decode.PageEntries.Entries;
import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares the bounding box and the types of geospatial statistics with the geometries. Of geometries with edges on a
 * sphere, the vertices must be in the box.
 */
final class GeospatialCheck {

    private final @Nullable GeospatialStatisticsBuilder builder;
    private final @Nullable GeospatialStatistics stated;
    private final @Nullable StatedBox box;
    private final boolean geography;
    private final int maxDefinitionLevel;
    private final Findings findings;
    private final FileLocation location;
    private final GeometryValues values = new GeometryValues();

    private long rows;
    /** The number of geometries that are not in the box. */
    private long outside;
    /** The page of the first of them. */
    private FileLocation firstPlace;
    /** The row and extent of the first of them. */
    private String first = "";

    /** The dictionary of the last page that has one. */
    private @Nullable Vector dictionary;
    /** By entry of {@link #dictionary}: whether it was added to the statistics. */
    private boolean[] added = {};

    /**
     * Creates the check of a column chunk.
     *
     * @param stated the statistics; absent if the chunk has none
     */
    GeospatialCheck(Column column, @Nullable GeospatialStatistics stated, Findings findings, FileLocation location) {
        this.builder = GeospatialStatisticsBuilder.of(column.field().logicalType());
        this.stated = stated;
        BoundingBox bounds = stated == null ? null : stated.bbox();
        this.box = bounds == null ? null : new StatedBox(bounds.xmin(), bounds.ymin(), bounds.xmax(), bounds.ymax());
        this.geography = column.field().logicalType() instanceof LogicalType.GeographyType;
        this.maxDefinitionLevel = column.maxDefinitionLevel();
        this.findings = findings;
        this.location = location;
        this.firstPlace = location;
    }

    /**
     * Adds a page.
     *
     * @param place the place of the page
     */
    void add(Entries page, FileLocation place) {
        if (builder == null || stated == null) {
            return;
        }
        addTo(builder, page.values());
        if (box != null) {
            compare(box, page, place);
        }
    }

    private void addTo(GeospatialStatisticsBuilder statistics, Vector vector) {
        if (vector instanceof DictionaryVector encoded && encoded.dictionary() instanceof BinaryVector entries) {
            if (entries != dictionary) {
                dictionary = entries;
                added = new boolean[entries.length()];
            }
            for (int i = 0; i < encoded.length(); i++) {
                int id = encoded.ids()[i];
                if (!added[id]) {
                    added[id] = true;
                    statistics.update(entries.bytes(), entries.starts(), entries.lengths(), id, id + 1);
                }
            }
        } else if (vector instanceof BinaryVector binary) {
            statistics.update(binary.bytes(), binary.starts(), binary.lengths(), 0, binary.length());
        }
    }

    private void compare(StatedBox bounds, Entries page, FileLocation place) {
        byte[] repetition = page.repetitionLevels();
        byte[] definition = page.definitionLevels();
        int slot = 0;
        for (int i = 0; i < page.count(); i++) {
            rows += repetition == null || repetition[i] == 0 ? 1 : 0;
            if (definition != null && definition[i] < maxDefinitionLevel) {
                continue;
            }
            if (values.read(page.values(), slot)
                    && !bounds.contains(values.box(), StatedBox.rounding(values.box(), geography))) {
                if (outside == 0) {
                    firstPlace = place;
                    first = "the geometry in row " + (rows - 1) + " of the row group extends over " + values.extent();
                }
                outside++;
            }
            slot++;
        }
    }

    /** Reports what the pages so far contradict. */
    void check() {
        GeospatialStatistics actual = builder == null ? null : builder.endChunk();
        if (outside > 0) {
            findings.error(
                    Rule.GEOSPATIAL_STATISTICS,
                    firstPlace,
                    "bbox of the geospatial statistics is " + box + ", but " + first
                            + (outside == 1 ? "" : "; " + outside + " geometries are outside the box"));
        }
        if (stated == null || actual == null) {
            return;
        }
        checkHeights(stated.bbox(), actual.bbox());
        List<Integer> types = stated.geospatialTypes();
        List<Integer> found = actual.geospatialTypes();
        if (types != null && !types.isEmpty() && found != null && !types.containsAll(found)) {
            findings.error(
                    Rule.GEOSPATIAL_STATISTICS,
                    location,
                    "geospatial_types is " + types + ", but the geometries have the types " + found);
        }
    }

    /** Checks the ranges of z and m. */
    private void checkHeights(@Nullable BoundingBox bounds, @Nullable BoundingBox truth) {
        if (bounds != null && truth != null) {
            checkRange("z", bounds.zmin(), bounds.zmax(), truth.zmin(), truth.zmax());
            checkRange("m", bounds.mmin(), bounds.mmax(), truth.mmin(), truth.mmax());
        }
    }

    private void checkRange(
            String name,
            @Nullable Double min,
            @Nullable Double max,
            @Nullable Double trueMin,
            @Nullable Double trueMax) {
        if (min == null || max == null || trueMin == null || trueMax == null) {
            return;
        }
        if (!(min <= trueMin && max >= trueMax)) {
            findings.error(
                    Rule.GEOSPATIAL_STATISTICS,
                    location,
                    "bbox of the geospatial statistics has " + name + " from " + min + " to " + max
                            + ", but the geometries have " + name + " from " + trueMin + " to " + trueMax);
        }
    }
}
