package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.exception.FileLocation;
import io.pq2.geospatial.BoxCovering;
import io.pq2.geospatial.GeoColumn;
import io.pq2.geospatial.GeoParquet;
import io.pq2.internal.geospatial.WkbBox;
import io.pq2.internal.read.source.GeoEntry;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the boxes of GeoParquet metadata with the geometries: the box of each column, and the covering columns. Of
 * geometries with edges on a sphere, the vertices must be in the boxes.
 */
final class CoveringCheck {

    private final ParquetFile file;
    private final Findings findings;
    private final List<Claim> claims = new ArrayList<>();

    /**
     * What the metadata say about a column of well-known binary.
     *
     * @param geometry the column
     * @param spherical whether its edges may leave the box of their ends
     * @param box the box of the column; absent if it is not stated
     * @param bounds the columns of xmin, ymin, xmax and ymax of each geometry; empty if there are none
     */
    private record Claim(
            Column geometry, boolean spherical, @Nullable StatedBox box, List<Column> bounds) {}

    CoveringCheck(OpenFile opened, ParquetFile file, Findings findings) {
        this.file = file;
        this.findings = findings;
        GeoParquet metadata = GeoEntry.of(opened);
        if (metadata != null) {
            metadata.columns().forEach(this::addClaim);
        }
    }

    private void addClaim(String name, GeoColumn described) {
        Column geometry = file.schema().column(List.of(name));
        if (geometry == null
                || !described.encoding().equals(GeoColumn.WKB)
                || geometry.maxRepetitionLevel() > 0
                || geometry.field().physicalType() != PhysicalType.BYTE_ARRAY) {
            return; // The check of the schema has reported it.
        }
        boolean spherical =
                !described.isPlanarWkb() || geometry.field().logicalType() instanceof LogicalType.GeographyType;
        StatedBox box = box(described.bbox());
        List<Column> bounds = bounds(described.covering());
        if (box != null || !bounds.isEmpty()) {
            claims.add(new Claim(geometry, spherical, box, bounds));
        }
    }

    /** @param bounds the minimum of each dimension, then the maximum of each */
    private static @Nullable StatedBox box(@Nullable List<Double> bounds) {
        if (bounds == null) {
            return null;
        }
        int dimensions = bounds.size() / 2;
        return new StatedBox(bounds.get(0), bounds.get(1), bounds.get(dimensions), bounds.get(dimensions + 1));
    }

    private List<Column> bounds(@Nullable BoxCovering covering) {
        if (covering == null) {
            return List.of();
        }
        List<Column> bounds = new ArrayList<>();
        for (List<String> path : List.of(covering.xmin(), covering.ymin(), covering.xmax(), covering.ymax())) {
            Column column = path.isEmpty() ? null : file.schema().column(path);
            if (column == null || column.maxRepetitionLevel() > 0 || !isFloating(column)) {
                return List.of(); // The check of the schema has reported it.
            }
            bounds.add(column);
        }
        return bounds;
    }

    private static boolean isFloating(Column column) {
        PhysicalType type = column.field().physicalType();
        return type == PhysicalType.FLOAT || type == PhysicalType.DOUBLE;
    }

    /**
     * Checks a row group.
     *
     * @param decoded the indexes of the columns that can be read
     */
    void check(int rowGroup, Set<Integer> decoded) throws IOException {
        for (Claim claim : claims) {
            boolean hasBounds = claim.bounds.stream().allMatch(column -> decoded.contains(column.index()));
            if (decoded.contains(claim.geometry.index()) && (claim.box != null || hasBounds)) {
                Claim checked = hasBounds ? claim : new Claim(claim.geometry, claim.spherical, claim.box, List.of());
                new RowGroupCheck(checked, rowGroup).run();
            }
        }
    }

    /** The rows of a row group that break a rule. */
    private static final class Violations {

        private String first = "";
        private long rows;

        void add(String message) {
            if (rows == 0) {
                first = message;
            }
            rows++;
        }

        String message() {
            return first + (rows == 1 ? "" : "; this holds for " + rows + " rows of the row group");
        }
    }

    private final class RowGroupCheck {

        private final Claim claim;
        private final int rowGroup;
        private final GeometryValues geometry = new GeometryValues();
        private final Violations outsideBox = new Violations();
        private final Violations outsideCovering = new Violations();
        private final Violations unmatched = new Violations();

        RowGroupCheck(Claim claim, int rowGroup) {
            this.claim = claim;
            this.rowGroup = rowGroup;
        }

        void run() throws IOException {
            Set<Integer> read = new HashSet<>();
            Stream.concat(Stream.of(claim.geometry), claim.bounds.stream()).forEach(column -> read.add(column.index()));
            try (BatchReader batches = file.scan()
                    .rowGroups(ordinal -> ordinal == rowGroup)
                    .columns(column -> read.contains(column.index()))
                    .open()) {
                long row = 0;
                for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                    check(batch, batches.shape(), row);
                    row += batch.rowCount();
                }
            }
            FileLocation place =
                    new FileLocation(file.input().location(), rowGroup, claim.geometry.dottedPath(), -1, -1);
            if (outsideBox.rows > 0) {
                findings.error(Rule.GEOPARQUET, place, outsideBox.message());
            }
            if (outsideCovering.rows > 0) {
                findings.error(Rule.GEOPARQUET, place, outsideCovering.message());
            }
            if (unmatched.rows > 0) {
                findings.deviation(Rule.GEOPARQUET, place, unmatched.message());
            }
        }

        private void check(Batch batch, Shape.Struct shape, long firstRow) {
            Vector geometries = vector(batch, shape, claim.geometry);
            List<Vector> bounds = claim.bounds.stream()
                    .map(column -> vector(batch, shape, column))
                    .toList();
            for (int i = 0; i < batch.rowCount(); i++) {
                check(geometries, bounds, i, firstRow + i);
            }
        }

        private void check(Vector geometries, List<Vector> bounds, int slot, long row) {
            long nullBounds =
                    bounds.stream().filter(bound -> bound.isNull(slot)).count();
            if (geometries.isNull(slot)) {
                if (nullBounds < bounds.size()) {
                    unmatched.add("row " + row + " of the row group has a covering.bbox, but its geometry is null");
                }
                return;
            }
            if (!geometry.read(geometries, slot)) {
                return;
            }
            double rounding = StatedBox.rounding(geometry.box(), claim.spherical);
            if (claim.box != null && !claim.box.contains(geometry.box(), rounding)) {
                outsideBox.add("bbox of the column " + claim.geometry.dottedPath() + " is " + claim.box
                        + ", but the geometry in row " + row + " of the row group extends over " + geometry.extent());
            }
            if (nullBounds > 0) {
                unmatched.add("row " + row + " of the row group has a geometry, but its covering.bbox is null");
            } else if (!bounds.isEmpty()) {
                StatedBox covering = new StatedBox(
                        value(bounds.get(0), slot),
                        value(bounds.get(1), slot),
                        value(bounds.get(2), slot),
                        value(bounds.get(3), slot));
                if (!isCovered(geometry.box(), covering, bounds, rounding)) {
                    outsideCovering.add("covering.bbox in row " + row + " of the row group is " + covering
                            + ", but its geometry extends over " + geometry.extent());
                }
            }
        }
    }

    /**
     * Whether readers find a geometry by its covering. They allow bounds in FLOAT columns to be rounded to the nearest
     * float, and use a box across the antimeridian only if its west is positive and its east negative.
     */
    private static boolean isCovered(WkbBox geometry, StatedBox covering, List<Vector> bounds, double rounding) {
        boolean crosses = covering.xmin() > covering.xmax();
        if (crosses && !(covering.xmin() > 0 && covering.xmax() < 0)) {
            return false;
        }
        StatedBox widened = new StatedBox(
                lowest(covering.xmin(), bounds.get(0)),
                lowest(covering.ymin(), bounds.get(1)),
                highest(covering.xmax(), bounds.get(2)),
                highest(covering.ymax(), bounds.get(3)));
        return widened.contains(geometry, rounding);
    }

    /** Returns the smallest number that is rounded to a bound. */
    private static double lowest(double bound, Vector vector) {
        return vector instanceof FloatVector ? Math.nextDown((float) bound) : bound;
    }

    /** Returns the largest number that is rounded to a bound. */
    private static double highest(double bound, Vector vector) {
        return vector instanceof FloatVector ? Math.nextUp((float) bound) : bound;
    }

    private static double value(Vector vector, int slot) {
        return vector instanceof FloatVector floats ? floats.values()[slot] : ((DoubleVector) vector).values()[slot];
    }

    private static Vector vector(Batch batch, Shape.Struct shape, Column column) {
        Vector found = find(shape.children(), batch.columns(), column);
        if (found == null) {
            throw new IllegalStateException("the column " + column.dottedPath() + " was not read");
        }
        return found;
    }

    private static @Nullable Vector find(List<Shape> shapes, List<Vector> vectors, Column column) {
        for (int i = 0; i < shapes.size(); i++) {
            Shape shape = shapes.get(i);
            if (shape instanceof Shape.Leaf leaf && leaf.column().index() == column.index()) {
                return vectors.get(i);
            }
            Vector inside = shape instanceof Shape.Struct struct && vectors.get(i) instanceof StructVector vector
                    ? find(struct.children(), vector.children(), column)
                    : null;
            if (inside != null) {
                return inside;
            }
        }
        return null;
    }
}
