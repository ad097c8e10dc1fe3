package io.pq2.internal.read.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.geospatial.BoxCovering;
import io.pq2.geospatial.GeoColumn;
import io.pq2.geospatial.GeoParquet;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicates;
import io.pq2.predicate.SkipReason;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanMetrics;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.schema.SchemaText;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/** Filters boxes in files with covering columns, with native statistics, with both and with neither. */
class BoxCoveringsTest {

    private static final GeometryFactory GEOMETRIES = new GeometryFactory();
    private static final String BROKEN = "{\"version\":";

    /** What a file has besides its geometries. */
    private enum Kind {
        COVERING(false, true),
        NATIVE(true, false),
        BOTH(true, true),
        NEITHER(false, false);

        private final boolean typed;
        private final boolean covered;

        Kind(boolean typed, boolean covered) {
            this.typed = typed;
            this.covered = covered;
        }
    }

    private static String schema(boolean typed, String bound, boolean required) {
        String repetition = required ? "required " : "optional ";
        return "message m { required int32 id; " + repetition + "binary geom" + (typed ? " (GEOMETRY)" : "") + "; "
                + repetition + "group box { required " + bound + " xmin; required " + bound + " ymin; required " + bound
                + " xmax; required " + bound + " ymax; } }";
    }

    private static String geo(@Nullable String edges) {
        BoxCovering covering = new BoxCovering(
                List.of("box", "xmin"),
                List.of("box", "ymin"),
                List.of("box", "xmax"),
                List.of("box", "ymax"),
                null,
                null);
        GeoColumn column = new GeoColumn("WKB", List.of(), null, null, edges, null, null, covering);
        return new GeoParquet("1.1.0", "geom", Map.of("geom", column)).toJson();
    }

    /** A geometry with the bounds that its covering states; both absent for null. */
    private record Shape(
            @Nullable Geometry geometry, @Nullable Envelope box, boolean crossing) {

        static Shape of(@Nullable Geometry geometry) {
            return new Shape(geometry, geometry == null ? null : geometry.getEnvelopeInternal(), false);
        }
    }

    private static ParquetFile write(
            List<Shape> shapes, String schema, @Nullable String geo, int pageRows, int groupRows) throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("f.parquet");
        WriteOptions.Builder options = WriteOptions.builder().pageRows(pageRows).rowGroupRows(groupRows);
        if (geo != null) {
            options.keyValueMetadata("geo", geo);
        }
        boolean floats = schema.contains("float");
        try (RecordWriter writer = RecordWriter.create(output, SchemaText.parse(schema), options.build())) {
            int id = 0;
            for (Shape shape : shapes) {
                RecordValue row = writer.record().setInt("id", id++);
                if (shape.geometry() != null) {
                    row.setBinary("geom", new WKBWriter().write(shape.geometry()));
                }
                Envelope e = shape.box();
                if (e != null) {
                    boolean empty = e.isNull();
                    double west = shape.crossing() ? e.getMaxX() : e.getMinX();
                    double east = shape.crossing() ? e.getMinX() : e.getMaxX();
                    RecordValue box = row.struct("box");
                    set(box, "xmin", empty ? Double.NaN : west, floats);
                    set(box, "xmax", empty ? Double.NaN : east, floats);
                    set(box, "ymin", empty ? Double.NaN : e.getMinY(), floats);
                    set(box, "ymax", empty ? Double.NaN : e.getMaxY(), floats);
                }
                writer.write(row);
            }
        }
        return ParquetFile.open(new MemoryInputFile("f.parquet", output.bytes()));
    }

    private static void set(RecordValue box, String name, double value, boolean floats) {
        if (floats) {
            box.setFloat(name, (float) value);
        } else {
            box.setDouble(name, value);
        }
    }

    private static Set<Integer> ids(ParquetFile file, Predicate filter) throws IOException {
        TreeSet<Integer> found = new TreeSet<>();
        try (RowReader rows = new RowReader(file.scan().filter(filter).open())) {
            while (rows.next()) {
                found.add(rows.row().getInt("id"));
            }
        }
        return found;
    }

    private static ScanMetrics metrics(ParquetFile file, Predicate filter) throws IOException {
        try (BatchReader batches = file.scan().filter(filter).open()) {
            while (batches.next() != null) {
                // The metrics are complete at the end.
            }
            return batches.metrics();
        }
    }

    private static Geometry random(Random random, double scale) {
        double x = random.nextDouble(-scale, scale);
        double y = random.nextDouble(-scale, scale);
        return switch (random.nextInt(4)) {
            case 0 -> GEOMETRIES.createPoint(new Coordinate(x, y));
            case 1 ->
                GEOMETRIES.createLineString(new Coordinate[] {
                    new Coordinate(x, y), new Coordinate(x + random.nextDouble(scale), y - random.nextDouble(scale))
                });
            case 2 -> GEOMETRIES.toGeometry(new Envelope(x, x + random.nextDouble(scale / 4), y, y + 1));
            default -> GEOMETRIES.createPoint(new Coordinate(Math.rint(x), Math.rint(y)));
        };
    }

    /** The given box in two halves if it crosses the antimeridian. */
    private static boolean intersects(Geometry geometry, double[] box) {
        Envelope e = geometry.getEnvelopeInternal();
        if (box[0] <= box[2]) {
            return e.intersects(new Envelope(box[0], box[2], box[1], box[3]));
        }
        return e.intersects(new Envelope(box[0], 1e9, box[1], box[3]))
                || e.intersects(new Envelope(-1e9, box[2], box[1], box[3]));
    }

    /** A filter returns the same rows in all kinds of files as a comparison of all boxes. */
    @Property(tries = 150)
    void findsExactlyTheGeometriesInABox(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        double scale = random.nextBoolean() ? 180 : 1e6;
        boolean required = random.nextInt(4) == 0;
        List<Shape> shapes = new ArrayList<>();
        for (int i = random.nextInt(200); i >= 0; i--) {
            boolean absent = !required && random.nextInt(8) == 0;
            Geometry geometry = random.nextInt(12) == 0 ? GEOMETRIES.createPoint() : random(random, scale);
            shapes.add(Shape.of(absent ? null : geometry));
        }
        if (random.nextBoolean()) {
            shapes.sort((a, b) -> Double.compare(west(a), west(b)));
        }
        if (scale == 180 && random.nextBoolean()) {
            Geometry around = GEOMETRIES.createMultiPointFromCoords(
                    new Coordinate[] {new Coordinate(175, 3), new Coordinate(-170, -3)});
            shapes.add(random.nextInt(shapes.size()), new Shape(around, around.getEnvelopeInternal(), true));
        }
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        String bound = random.nextBoolean() ? "float" : "double";
        String geo = kind.covered ? geo(null) : random.nextBoolean() ? BROKEN : null;
        try (ParquetFile file = write(
                shapes,
                schema(kind.typed, bound, required),
                geo,
                1 + random.nextInt(20),
                random.nextBoolean() ? 1000 : 1 + random.nextInt(60))) {
            for (int i = 0; i < 10; i++) {
                double[] box = box(random, scale, shapes);
                Predicate filter = Predicates.column("geom").intersects(box[0], box[1], box[2], box[3]);
                TreeSet<Integer> inside = new TreeSet<>();
                TreeSet<Integer> outside = new TreeSet<>();
                for (int id = 0; id < shapes.size(); id++) {
                    Geometry geometry = shapes.get(id).geometry();
                    if (geometry != null) {
                        (intersects(geometry, box) ? inside : outside).add(id);
                    }
                }
                assertThat(ids(file, filter)).as("%s %s", kind, filter).isEqualTo(inside);
                assertThat(ids(file, Predicates.not(filter)))
                        .as("%s NOT %s", kind, filter)
                        .isEqualTo(outside);
            }
        }
    }

    private static double west(Shape shape) {
        Geometry geometry = shape.geometry();
        return geometry == null || geometry.isEmpty()
                ? 0
                : geometry.getEnvelopeInternal().getMinX();
    }

    /** Returns xmin, ymin, xmax and ymax of a box, often one that touches a geometry. */
    private static double[] box(Random random, double scale, List<Shape> shapes) {
        double x = random.nextDouble(-scale, scale);
        double y = random.nextDouble(-scale, scale);
        double width = random.nextDouble(scale / 4);
        Geometry geometry = shapes.get(random.nextInt(shapes.size())).geometry();
        if (geometry != null && !geometry.isEmpty() && random.nextBoolean()) {
            Envelope e = geometry.getEnvelopeInternal();
            return random.nextBoolean()
                    ? new double[] {e.getMaxX(), e.getMaxY(), e.getMaxX() + width, e.getMaxY() + 1}
                    : new double[] {e.getMinX() - width, e.getMinY() - 1, e.getMinX(), e.getMinY()};
        }
        return random.nextInt(6) == 0
                ? new double[] {x + width, y, x, y + scale}
                : new double[] {x, y, x + width, y + scale / 3};
    }

    private static List<Shape> diagonal(int count) {
        List<Shape> shapes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            shapes.add(Shape.of(GEOMETRIES.createPoint(new Coordinate(i, i))));
        }
        return shapes;
    }

    @Test
    void skipsRowGroupsByTheStatisticsOfTheCovering() throws IOException {
        Predicate filter = Predicates.column("geom").intersects(510, 0, 519.5, 1000);
        try (ParquetFile covered = write(diagonal(1000), schema(false, "float", true), geo(null), 10, 100);
                ParquetFile broken = write(diagonal(1000), schema(false, "float", true), BROKEN, 10, 100)) {
            assertThat(ids(covered, filter)).hasSize(10);
            assertThat(ids(broken, filter)).hasSize(10);
            ScanMetrics metrics = metrics(covered, filter);
            assertThat(metrics.rowGroupsSkipped(SkipReason.STATISTICS)).isEqualTo(9);
            assertThat(metrics.rowsRead()).isEqualTo(10);
            assertThat(metrics.pagesSkipped()).isPositive();
            assertThat(metrics(broken, filter).rowGroupsSkipped()).isZero();
        }
    }

    @Test
    void skipsPagesByThePageIndexOfTheCoveringAlsoBesideNativeStatistics() throws IOException {
        Predicate filter = Predicates.column("geom").intersects(510, 0, 519.5, 1000);
        for (boolean typed : new boolean[] {false, true}) {
            try (ParquetFile covered = write(diagonal(1000), schema(typed, "double", false), geo(null), 10, 1000);
                    ParquetFile plain = write(diagonal(1000), schema(typed, "double", false), null, 10, 1000)) {
                assertThat(ids(covered, filter)).hasSize(10);
                assertThat(metrics(covered, filter).pagesSkipped()).isGreaterThanOrEqualTo(99);
                assertThat(metrics(plain, filter).pagesSkipped()).isZero();
            }
        }
    }

    @Test
    void aNullBoxOfAGeometryMakesTheCoveringUnusable() throws IOException {
        List<Shape> shapes = diagonal(100);
        shapes.set(50, new Shape(shapes.get(50).geometry(), null, false));
        Predicate filter = Predicates.column("geom").intersects(50, 50, 50, 50);
        try (ParquetFile file = write(shapes, schema(false, "double", false), geo(null), 10, 1000)) {
            assertThat(ids(file, filter)).containsExactly(50);
        }
    }

    @Test
    void coveringsOfEdgesOnASphereAreNotUsed() throws IOException {
        Predicate filter = Predicates.column("geom").intersects(510, 0, 519.5, 1000);
        try (ParquetFile file = write(diagonal(1000), schema(false, "double", true), geo("spherical"), 10, 100)) {
            assertThatThrownBy(() -> ids(file, filter))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("cannot be evaluated");
        }
    }
}
