package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.check.FileCheck;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.geospatial.BoxCovering;
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
import io.pq2.record.Row;
import io.pq2.record.RowReader;
import io.pq2.rewrite.FileRewriter;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.variant.VariantShredding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/** Covering columns that the writer computes from the geometries. */
class CoveringWritingTest {

    private static final GeometryFactory GEOMETRIES = new GeometryFactory();
    private static final String SCHEMA = "message m { required int32 id; optional binary geom (GEOMETRY); }";
    private static final byte[] KEY = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    private static final byte[] OTHER_KEY = {9, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

    private static WriteOptions.Builder options(GeoParquetCovering bounds) {
        return WriteOptions.builder().geoParquet(GeoParquetVersion.V1_1).geoParquetCovering(bounds);
    }

    private static Geometry point(double x, double y) {
        return GEOMETRIES.createPoint(new Coordinate(x, y));
    }

    private static MemoryInputFile write(String schema, List<Geometry> geometries, WriteOptions options)
            throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("f.parquet");
        try (RecordWriter writer = RecordWriter.create(output, SchemaText.parse(schema), options)) {
            int id = 0;
            for (Geometry geometry : geometries) {
                RecordValue row = writer.record().setInt("id", id++);
                if (geometry != null) {
                    row.setBinary("geom", new WKBWriter().write(geometry));
                }
                writer.write(row);
            }
        }
        return new MemoryInputFile("f.parquet", output.bytes());
    }

    private static BoxCovering covering(ParquetFile file, String column) {
        return GeoParquet.parse(file.keyValueMetadata().get(GeoParquet.KEY))
                .columns()
                .get(column)
                .covering();
    }

    private static BoxCovering covering(String group) {
        return new BoxCovering(
                List.of(group, "xmin"),
                List.of(group, "ymin"),
                List.of(group, "xmax"),
                List.of(group, "ymax"),
                null,
                null);
    }

    private static Schema expected(String schema) {
        return SchemaText.parse(schema);
    }

    private static String group(String repetition, String name, String type) {
        return " " + repetition + " group " + name + " { optional " + type + " xmin; optional " + type
                + " ymin; optional " + type + " xmax; optional " + type + " ymax; }";
    }

    /** Returns the bounds of each row: xmin, ymin, xmax and ymax, or null for a null group. */
    private static List<List<Number>> boxes(MemoryInputFile input, String name) throws IOException {
        List<List<Number>> boxes = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(input);
                RowReader rows = new RowReader(file.scan().open())) {
            while (rows.next()) {
                Row box = rows.row().getStruct(name);
                boxes.add(
                        box == null
                                ? null
                                : Arrays.asList(
                                        (Number) box.get("xmin"),
                                        (Number) box.get("ymin"),
                                        (Number) box.get("xmax"),
                                        (Number) box.get("ymax")));
            }
        }
        return boxes;
    }

    @ParameterizedTest
    @EnumSource(value = GeoParquetCovering.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void writesTheBoxOfEachGeometry(GeoParquetCovering bounds) throws IOException {
        Geometry line = GEOMETRIES.createLineString(new Coordinate[] {new Coordinate(-0.1, 7), new Coordinate(3, 0.1)});
        MemoryInputFile input = write(
                SCHEMA,
                Arrays.asList(point(1, 2), null, GEOMETRIES.createPoint(), line),
                options(bounds).build());
        assertThat(FileCheck.run(input)).isEmpty();
        boolean rounded = bounds == GeoParquetCovering.FLOAT;
        try (ParquetFile file = ParquetFile.open(input)) {
            String type = rounded ? "float" : "double";
            assertThat(file.schema())
                    .isEqualTo(expected("message m { required int32 id; optional binary geom (GEOMETRY);"
                            + group("optional", "bbox", type) + " }"));
            assertThat(covering(file, "geom")).isEqualTo(covering("bbox"));
        }
        List<List<Number>> boxes = boxes(input, "bbox");
        assertThat(boxes.get(0)).extracting(Number::doubleValue).containsExactly(1.0, 2.0, 1.0, 2.0);
        assertThat(boxes.get(1)).isNull();
        assertThat(boxes.get(2)).containsOnlyNulls();
        List<Number> exact = List.of(-0.1, 0.1, 3.0, 7.0);
        // The float that is nearest to 0.1 is above it.
        List<Number> outward = List.of(-0.1f, Math.nextDown(0.1f), 3f, 7f);
        assertThat(boxes.get(3)).isEqualTo(rounded ? outward : exact);
    }

    /** The boxes contain the geometries, and do so as closely as their type allows. */
    @Property(tries = 30)
    void roundsOutwardToTheNextFloat(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        double scale = Math.pow(10, random.nextInt(-50, 60));
        List<Geometry> points = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            points.add(point(random.nextDouble(-scale, scale), random.nextDouble(-scale, scale)));
        }
        List<List<Number>> boxes =
                boxes(write(SCHEMA, points, options(GeoParquetCovering.FLOAT).build()), "bbox");
        for (int i = 0; i < points.size(); i++) {
            Coordinate c = points.get(i).getCoordinate();
            List<Number> box = boxes.get(i);
            assertClose(c.x, (float) box.get(0), (float) box.get(2));
            assertClose(c.y, (float) box.get(1), (float) box.get(3));
        }
    }

    private static void assertClose(double value, float min, float max) {
        assertThat((double) min).isLessThanOrEqualTo(value);
        assertThat((double) max).isGreaterThanOrEqualTo(value);
        assertThat(max == min || max == Math.nextUp(min))
                .as("%s to %s", min, max)
                .isTrue();
    }

    @Test
    void namesSeveralCoveringColumnsByTheirGeometries() throws IOException {
        String schema = "message m { required int32 id; required binary geom (GEOMETRY); optional binary p (GEOMETRY);"
                + " optional binary q (GEOMETRY); optional binary globe (GEOGRAPHY); optional binary bytes;"
                + " repeated binary many (GEOMETRY); optional group g { optional binary inner (GEOMETRY); } }";
        WriteOptions options = options(GeoParquetCovering.DOUBLE)
                .geoParquetCovering("q", "extent of q")
                .build();
        MemoryInputFile input = write(schema, List.of(point(1, 2)), options);
        try (ParquetFile file = ParquetFile.open(input)) {
            assertThat(file.schema().fields())
                    .extracting(field -> field.name() + " " + field.repetition())
                    .containsExactly(
                            "id REQUIRED",
                            "geom REQUIRED",
                            "p OPTIONAL",
                            "q OPTIONAL",
                            "globe OPTIONAL",
                            "bytes OPTIONAL",
                            "many REPEATED",
                            "g OPTIONAL",
                            "geom_bbox REQUIRED",
                            "p_bbox OPTIONAL",
                            "extent of q OPTIONAL");
            assertThat(covering(file, "geom")).isEqualTo(covering("geom_bbox"));
            assertThat(covering(file, "q")).isEqualTo(covering("extent of q"));
            assertThat(covering(file, "globe")).isNull();
        }
        assertThat(boxes(input, "geom_bbox")).containsExactly(List.of(1.0, 2.0, 1.0, 2.0));
        assertThat(boxes(input, "p_bbox")).containsOnlyNulls();
    }

    @Test
    void filesWithoutGeometriesStayAsTheyAre() throws IOException {
        String schema = "message m { required int32 id; optional binary geom (GEOGRAPHY); }";
        MemoryInputFile input = write(
                schema, List.of(point(1, 2)), options(GeoParquetCovering.FLOAT).build());
        try (ParquetFile file = ParquetFile.open(input)) {
            assertThat(file.schema()).isEqualTo(expected(schema));
            assertThat(covering(file, "geom")).isNull();
        }
    }

    @Test
    void refusesAColumnOfTheSameName() {
        String schema = "message m { required int32 id; optional binary geom (GEOMETRY); optional int32 BBox; }";
        assertThatThrownBy(() -> write(
                        schema, List.of(), options(GeoParquetCovering.FLOAT).build()))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("the covering column of the geometry column geom is to be named bbox")
                .hasMessageContaining("drop it, or set another name")
                .hasMessageContaining("pq2.write.geoparquet.coveringName#geom");
        String two = "message m { required int32 id; optional binary geom (GEOMETRY); optional binary p (GEOMETRY); }";
        assertThatThrownBy(() -> write(
                        two,
                        List.of(),
                        options(GeoParquetCovering.FLOAT)
                                .geoParquetCovering("p", "geom_bbox")
                                .build()))
                .hasMessageContaining("the covering column of the geometry column p is to be named geom_bbox");
    }

    @Test
    void refusesNamesForColumnsThatTheSchemaDoesNotHave() {
        assertThatThrownBy(() -> write(
                        SCHEMA,
                        List.of(),
                        options(GeoParquetCovering.FLOAT)
                                .geoParquetCovering("geo", "b")
                                .build()))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("option geoParquetCovering names column geo");
    }

    @Test
    void needsTheMetadataThatNamesTheColumns() {
        for (GeoParquetVersion version : List.of(GeoParquetVersion.NONE, GeoParquetVersion.V1_0)) {
            assertThatThrownBy(() -> options(GeoParquetCovering.FLOAT)
                            .geoParquet(version)
                            .build())
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("needs GeoParquet 1.1")
                    .hasMessageContaining("geoParquet is " + version);
        }
        WriteOptions own =
                options(GeoParquetCovering.FLOAT).keyValueMetadata("geo", "{}").build();
        assertThatThrownBy(() -> write(SCHEMA, List.of(), own))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("the key-value metadata already has the entry geo");
    }

    @Test
    void rewritingKeepsCoveringColumnsAndAddsNone() throws IOException {
        WriteOptions covering = options(GeoParquetCovering.FLOAT).build();
        RewriteOptions rewrite = RewriteOptions.builder().writeOptions(covering).build();
        for (WriteOptions options : List.of(covering, WriteOptions.DEFAULT)) {
            MemoryInputFile before = write(SCHEMA, List.of(point(1, 2)), options);
            MemoryOutputFile output = new MemoryOutputFile("after.parquet");
            FileRewriter.rewrite(List.of(before), output, rewrite);
            try (ParquetFile old = ParquetFile.open(before);
                    ParquetFile rewritten = ParquetFile.open(new MemoryInputFile("after.parquet", output.bytes()))) {
                assertThat(rewritten.schema()).isEqualTo(old.schema());
                assertThat(covering(rewritten, "geom")).isEqualTo(options == covering ? covering("bbox") : null);
            }
        }
    }

    @Test
    void optionsOfColumnsApplyToTheBounds() throws IOException {
        MemoryInputFile input = write(
                SCHEMA,
                List.of(point(1, 2)),
                options(GeoParquetCovering.FLOAT)
                        .keyValueMetadata("bbox.xmin", "unit", "degree")
                        .build());
        try (ParquetFile file = ParquetFile.open(input)) {
            assertThat(file.metadata()
                            .rowGroups()
                            .get(0)
                            .columns()
                            .get(2)
                            .metadata()
                            .keyValueMetadata())
                    .singleElement()
                    .hasToString("KeyValue[key=unit, value=degree]");
        }
    }

    @Test
    void boxesAreAsSecretAsTheirGeometries() throws IOException {
        FileEncryptionProperties geometryOnly = FileEncryptionProperties.builder(KEY)
                .column("geom", OTHER_KEY, null)
                .build();
        FileEncryptionProperties weaker = FileEncryptionProperties.builder(KEY)
                .column("geom", OTHER_KEY, null)
                .otherColumns(true)
                .build();
        for (FileEncryptionProperties encryption : List.of(geometryOnly, weaker)) {
            assertThatThrownBy(() -> write(
                            SCHEMA,
                            List.of(),
                            options(GeoParquetCovering.FLOAT)
                                    .encryption(encryption)
                                    .build()))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("the geometry column geom is encrypted with a separate key")
                    .hasMessageContaining("encrypt bbox in the same way, or write no covering columns");
        }
        FileEncryptionProperties both = FileEncryptionProperties.builder(KEY)
                .column("geom", OTHER_KEY, null)
                .column("bbox", OTHER_KEY, null)
                .build();
        FileEncryptionProperties uniform = FileEncryptionProperties.builder(KEY).build();
        for (FileEncryptionProperties encryption : List.of(both, uniform)) {
            MemoryInputFile input = write(
                    SCHEMA,
                    List.of(point(1, 2)),
                    options(GeoParquetCovering.FLOAT).encryption(encryption).build());
            assertThat(input.length()).isPositive();
        }
    }

    @Test
    void rowsOfSampledVariantsGetBoxesToo() throws IOException {
        String schema = "message m { required int32 id; optional binary geom (GEOMETRY);"
                + " optional group v (VARIANT(1)) { required binary metadata; required binary value; } }";
        WriteOptions options = options(GeoParquetCovering.DOUBLE)
                .variantShredding(VariantShredding.INFERRED)
                .build();
        MemoryInputFile input = write(schema, Arrays.asList(point(1, 2), null, point(3, 4)), options);
        assertThat(boxes(input, "bbox"))
                .containsExactly(List.of(1.0, 2.0, 1.0, 2.0), null, List.of(3.0, 4.0, 3.0, 4.0));
    }

    private static Set<Integer> ids(MemoryInputFile input, Predicate filter) throws IOException {
        TreeSet<Integer> found = new TreeSet<>();
        try (ParquetFile file = ParquetFile.open(input);
                RowReader rows = new RowReader(file.scan().filter(filter).open())) {
            while (rows.next()) {
                found.add(rows.row().getInt("id"));
            }
        }
        return found;
    }

    private static ScanMetrics metrics(MemoryInputFile input, Predicate filter) throws IOException {
        try (ParquetFile file = ParquetFile.open(input);
                BatchReader batches = file.scan().filter(filter).open()) {
            while (batches.next() != null) {
                // The metrics are complete at the end.
            }
            return batches.metrics();
        }
    }

    /** Points on a diagonal; some of them empty or null. */
    private static List<Geometry> diagonal() {
        List<Geometry> points = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            points.add(i % 333 == 1 ? GEOMETRIES.createPoint() : i / 20 == 10 ? null : point(i, i));
        }
        return points;
    }

    @Test
    void pageIndexesOfTheBoundsPrunePages() throws IOException {
        Predicate filter = Predicates.column("geom").intersects(510, 0, 519.5, 1000);
        WriteOptions.Builder sizes = options(GeoParquetCovering.FLOAT).pageRows(10);
        MemoryInputFile covered = write(SCHEMA, diagonal(), sizes.build());
        MemoryInputFile plain = write(
                SCHEMA,
                diagonal(),
                sizes.geoParquetCovering(GeoParquetCovering.NONE).build());
        assertThat(ids(covered, filter)).hasSize(10).isEqualTo(ids(plain, filter));
        assertThat(metrics(covered, filter).pagesSkipped()).isGreaterThanOrEqualTo(2 * 94);
        // The three pages with empty points and the two with nulls remain: their boxes are null too.
        assertThat(metrics(covered, filter).rowsRead()).isLessThanOrEqualTo(60);
        assertThat(metrics(plain, filter).pagesSkipped()).isZero();
    }

    @Test
    void statisticsOfTheBoundsPruneRowGroups() throws IOException {
        Predicate filter = Predicates.column("geom").intersects(510, 0, 519.5, 1000);
        // Without native statistics, only those of the covering column are left.
        MemoryInputFile input = write(
                SCHEMA,
                diagonal(),
                options(GeoParquetCovering.FLOAT)
                        .rowGroupRows(100)
                        .statistics("geom", false)
                        .build());
        assertThat(ids(input, filter)).hasSize(10);
        // Row groups 0, 3, 6 have empty points, so that their geometry could lie anywhere.
        assertThat(metrics(input, filter).rowGroupsSkipped(SkipReason.STATISTICS))
                .isEqualTo(6);
    }

    /** Filters return the same rows from files without a covering column, and with one of FLOAT or DOUBLE. */
    @Property(tries = 30)
    void filtersReturnExactlyTheGeometriesInABox(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        double scale = random.nextBoolean() ? 180 : 1e6;
        List<Geometry> geometries = new ArrayList<>();
        for (int i = random.nextInt(300); i >= 0; i--) {
            double x = random.nextDouble(-scale, scale);
            double y = random.nextDouble(-scale, scale);
            geometries.add(
                    switch (random.nextInt(8)) {
                        case 0 -> null;
                        case 1 -> GEOMETRIES.createPoint();
                        case 2, 3 -> GEOMETRIES.toGeometry(new Envelope(x, x + scale / 9, y, y + 1));
                        default -> point(x, y);
                    });
        }
        if (random.nextBoolean()) {
            geometries.sort((a, b) -> Double.compare(west(a), west(b)));
        }
        GeoParquetCovering bounds = GeoParquetCovering.values()[random.nextInt(3)];
        MemoryInputFile input = write(
                SCHEMA,
                geometries,
                options(bounds)
                        .pageRows(1 + random.nextInt(20))
                        .rowGroupRows(1 + random.nextInt(200))
                        .build());
        for (int i = 0; i < 10; i++) {
            Geometry corner = geometries.get(random.nextInt(geometries.size()));
            double x = corner == null || corner.isEmpty()
                    ? 0
                    : corner.getEnvelopeInternal().getMaxX();
            double y = random.nextDouble(-scale, scale / 2);
            Envelope box = new Envelope(x, x + random.nextDouble(scale / 3), y, y + scale / 2);
            Set<Integer> inside = new TreeSet<>();
            for (int id = 0; id < geometries.size(); id++) {
                Geometry geometry = geometries.get(id);
                if (geometry != null && geometry.getEnvelopeInternal().intersects(box)) {
                    inside.add(id);
                }
            }
            Predicate filter =
                    Predicates.column("geom").intersects(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
            assertThat(ids(input, filter)).as("%s %s", bounds, filter).isEqualTo(inside);
        }
    }

    private static double west(Geometry geometry) {
        return geometry == null || geometry.isEmpty()
                ? 0
                : geometry.getEnvelopeInternal().getMinX();
    }
}
