package io.pq2.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import io.pq2.geospatial.BoxCovering;
import io.pq2.geospatial.GeoColumn;
import io.pq2.geospatial.GeoParquet;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.schema.SchemaText;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBWriter;
import org.locationtech.jts.io.WKTReader;

/** Checks files whose boxes do not contain their geometries. */
class LyingBoxesTest {

    private static final double[] NO_BOX = {};

    private static byte[] wkb(String text) {
        try {
            return new WKBWriter(text.contains(" Z") ? 3 : 2).write(new WKTReader().read(text));
        } catch (ParseException e) {
            throw new AssertionError(text, e);
        }
    }

    private static List<Finding> findings(InputFile file, Severity severity) throws IOException {
        return FileCheck.run(file).stream()
                .filter(finding -> finding.severity() == severity)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "crs-arbitrary-value",
                "crs-default",
                "crs-geography",
                "crs-projjson",
                "crs-srid",
                "geography-lines",
                "geography-points",
                "geography-polygons",
                "geospatial",
                "geospatial-with-nan"
            })
    void filesOfOtherWritersTellTheTruth(String name) throws IOException {
        InputFile file = new LocalInputFile(SharedFiles.parquetTesting("data/geospatial/" + name + ".parquet"));
        assertThat(findings(file, Severity.ERROR)).isEmpty();
    }

    private static BoundingBox box(double xmin, double ymin, double xmax, double ymax) {
        return new BoundingBox(xmin, xmax, ymin, ymax, null, null, null, null);
    }

    /** Writes geometries, one in each page and three in each row group, and replaces the box of all row groups. */
    private static MemoryInputFile withBox(String type, BoundingBox box, String... geometries) throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("f.parquet");
        WriteOptions options = WriteOptions.builder()
                .pageRows(1)
                .rowGroupRows(3)
                .pageIndexes(false)
                .build();
        String schema = "message m { optional binary geom (" + type + "); }";
        try (RecordWriter writer = RecordWriter.create(output, SchemaText.parse(schema), options)) {
            for (String geometry : geometries) {
                RecordValue row = writer.record();
                writer.write(geometry == null ? row : row.setBinary("geom", wkb(geometry)));
            }
        }
        byte[] bytes = output.bytes();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("f.parquet", bytes))) {
            FileMetaData old = file.metadata();
            FileMetaData changed = new FileMetaData(
                    old.version(),
                    old.schema(),
                    old.numRows(),
                    old.rowGroups().stream().map(group -> with(group, box)).toList(),
                    null,
                    old.createdBy(),
                    old.columnOrders(),
                    null,
                    null);
            byte[] footer = FooterWriter.write(changed);
            int end = (int) file.footer().dataEnd();
            byte[] whole = ByteBuffer.allocate(end + footer.length + 8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(bytes, 0, end)
                    .put(footer)
                    .putInt(footer.length)
                    .put("PAR1".getBytes(StandardCharsets.US_ASCII))
                    .array();
            return new MemoryInputFile("f.parquet", whole);
        }
    }

    private static RowGroup with(RowGroup old, BoundingBox box) {
        ColumnChunk chunk = old.columns().get(0);
        GeospatialStatistics statistics = new GeospatialStatistics(box, null);
        return new RowGroup(
                List.of(chunk.withMetadata(ColumnMetaDataBuilder.of(chunk.metadata())
                        .geospatialStatistics(statistics)
                        .build())),
                old.totalByteSize(),
                old.numRows(),
                old.sortingColumns(),
                old.fileOffset(),
                old.totalCompressedSize(),
                old.ordinal());
    }

    @Test
    void findsTheGeometryThatIsOutsideTheBoxOfItsStatistics() throws IOException {
        MemoryInputFile file = withBox(
                "GEOMETRY",
                box(0, 0, 10, 10),
                "POINT (1 1)",
                "POINT (2 2)",
                "POINT (3 3)",
                "POINT (4 4)",
                null,
                "LINESTRING (5 5, 6 11)",
                "POINT EMPTY",
                "POINT (-1 5)",
                "POINT (5 -1)");
        List<Finding> errors = findings(file, Severity.ERROR);
        assertThat(errors).hasSize(2).allMatch(finding -> finding.rule() == Rule.GEOSPATIAL_STATISTICS);
        assertThat(errors.get(0).location().rowGroup()).isEqualTo(1);
        assertThat(errors.get(0).location().column()).isEqualTo("geom");
        assertThat(errors.get(0).location().page()).isEqualTo(2);
        assertThat(errors.get(0).message())
                .isEqualTo("bbox of the geospatial statistics is [0.0, 0.0, 10.0, 10.0], but the geometry in row 2 of"
                        + " the row group extends over x from 5.0 to 6.0 and y from 5.0 to 11.0");
        assertThat(errors.get(1).location().rowGroup()).isEqualTo(2);
        assertThat(errors.get(1).location().page()).isEqualTo(1);
        assertThat(errors.get(1).message())
                .contains("row 1 of the row group")
                .endsWith("; 2 geometries are outside the box");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GEOMETRY | 0, 0, 10, 10 | LINESTRING (0 0, 10 10) | true",
                "GEOMETRY | 0, 0, 10, 10 | LINESTRING (0 0, 10 10.000000001) | false",
                "GEOMETRY | 170, 0, -170, 10 | MULTIPOINT ((171 1), (-171 1)) | true",
                "GEOMETRY | 170, 0, -170, 10 | POINT (169 1) | false",
                "GEOMETRY | NaN, 0, 10, 10 | POINT (1 1) | false",
                "GEOGRAPHY | 170, 0, -170, 10 | LINESTRING (171 1, -171 1) | true",
                "GEOGRAPHY | 170, 0, -170, 10 | POINT (0 1) | false",
                // The edge may leave the box, which has its vertices up to rounding.
                "GEOGRAPHY | 0, 0, 10, 50 | LINESTRING (0 50.0000000000001, 10 50) | true",
                "GEOGRAPHY | 0, 0, 10, 50 | LINESTRING (0 50.0001, 10 50) | false",
                "GEOGRAPHY | 0, 0, 10, 50 | POINT (0 50.0000000000001) | false",
            })
    void comparesTheVerticesWithTheBox(String type, String box, String geometry, boolean contained) throws IOException {
        double[] b =
                Arrays.stream(box.split(",")).mapToDouble(Double::parseDouble).toArray();
        MemoryInputFile file = withBox(type, box(b[0], b[1], b[2], b[3]), geometry);
        assertThat(findings(file, Severity.ERROR).isEmpty()).isEqualTo(contained);
    }

    @Test
    void comparesZAndM() throws IOException {
        BoundingBox flat = new BoundingBox(0, 10, 0, 10, 0.0, 1.0, null, null);
        assertThat(findings(withBox("GEOMETRY", flat, "POINT Z(1 1 1)"), Severity.ERROR))
                .isEmpty();
        assertThat(findings(withBox("GEOMETRY", flat, "POINT Z(1 1 2)"), Severity.ERROR))
                .singleElement()
                .asString()
                .contains("has z from 0.0 to 1.0, but the geometries have z from 2.0 to 2.0");
    }

    // GeoParquet

    private static String geo(String edges, List<Double> bbox) {
        BoxCovering covering = new BoxCovering(
                List.of("box", "xmin"),
                List.of("box", "ymin"),
                List.of("box", "xmax"),
                List.of("box", "ymax"),
                null,
                null);
        GeoColumn column = new GeoColumn("WKB", List.of(), null, null, edges, bbox, null, covering);
        return new GeoParquet("1.1.0", "geom", Map.of("geom", column)).toJson();
    }

    /**
     * Writes geometries with the boxes that they are said to have, two in each row group.
     *
     * @param boxes by row: xmin, ymin, xmax and ymax; empty for null
     */
    private static MemoryInputFile covered(String bound, String geo, List<String> geometries, double[]... boxes)
            throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("f.parquet");
        String field = "optional " + bound + ' ';
        String schema = "message m { optional binary geom; optional group box { " + field + "xmin; " + field + "ymin; "
                + field + "xmax; " + field + "ymax; } }";
        WriteOptions options = WriteOptions.builder()
                .rowGroupRows(2)
                .keyValueMetadata(GeoParquet.KEY, geo)
                .build();
        List<String> names = List.of("xmin", "ymin", "xmax", "ymax");
        try (RecordWriter writer = RecordWriter.create(output, SchemaText.parse(schema), options)) {
            for (int i = 0; i < boxes.length; i++) {
                RecordValue row = writer.record();
                if (geometries.get(i) != null) {
                    row.setBinary("geom", wkb(geometries.get(i)));
                }
                if (boxes[i].length > 0) {
                    RecordValue box = row.struct("box");
                    for (int j = 0; j < names.size(); j++) {
                        if (bound.equals("float")) {
                            box.setFloat(names.get(j), (float) boxes[i][j]);
                        } else {
                            box.setDouble(names.get(j), boxes[i][j]);
                        }
                    }
                }
                writer.write(row);
            }
        }
        return new MemoryInputFile("f.parquet", output.bytes());
    }

    private static double[] bounds(double... bounds) {
        return bounds;
    }

    @Test
    void findsTheGeometriesThatTheirCoveringDoesNotContain() throws IOException {
        MemoryInputFile file = covered(
                "double",
                geo(null, null),
                Arrays.asList("POINT (1 2)", "POINT (3 4)", "POINT (5 6)", "POINT (7 8)", null, "POINT EMPTY"),
                bounds(1, 2, 1, 2),
                bounds(0, 0, 9, 9),
                bounds(5, 6, 5, 5.5),
                bounds(8, 8, 9, 8),
                NO_BOX,
                NO_BOX);
        assertThat(FileCheck.run(file)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.rule()).isEqualTo(Rule.GEOPARQUET);
            assertThat(finding.location().rowGroup()).isEqualTo(1);
            assertThat(finding.location().column()).isEqualTo("geom");
            assertThat(finding.message())
                    .isEqualTo("covering.bbox in row 0 of the row group is [5.0, 6.0, 5.0, 5.5], but its geometry"
                            + " extends over x from 5.0 to 5.0 and y from 6.0 to 6.0; this holds for 2 rows of the"
                            + " row group");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Bounds in FLOAT columns may be rounded to the nearest float.
                "float | POINT (0.1 0.1) | 0.1, 0.1, 0.1, 0.1 | true",
                "float | POINT (0.1 0.1) | 0.1000001, 0.1, 0.2, 0.1 | false",
                "double | POINT (0.1 0.1) | 0.1, 0.1, 0.1, 0.1 | true",
                "double | POINT (0.1 0.1) | 0.10000000000000002, 0.1, 0.2, 0.1 | false",
                "double | MULTIPOINT ((175 1), (-175 1)) | 170, 0, -170, 2 | true",
                "double | POINT (0 1) | 170, 0, -170, 2 | false",
                // Readers use a box across the antimeridian only if its west is positive and its east negative.
                "double | POINT (10 1) | 9, 0, 8, 2 | false",
                "double | POINT (1 1) | NaN, 0, 1, 1 | false",
            })
    void comparesEachGeometryWithItsCovering(String bound, String geometry, String box, boolean contained)
            throws IOException {
        double[] b =
                Arrays.stream(box.split(",")).mapToDouble(Double::parseDouble).toArray();
        MemoryInputFile file = covered(bound, geo(null, null), List.of(geometry), b);
        assertThat(findings(file, Severity.ERROR).isEmpty()).isEqualTo(contained);
        MemoryInputFile spherical = covered(bound, geo("spherical", null), List.of(geometry), b);
        assertThat(findings(spherical, Severity.ERROR).isEmpty()).isEqualTo(contained);
    }

    @Test
    void boxesAndGeometriesAreNullTogether() throws IOException {
        MemoryInputFile file = covered(
                "double",
                geo(null, null),
                Arrays.asList("POINT (1 2)", "POINT (3 4)", null),
                bounds(1, 2, 1, 2),
                NO_BOX,
                bounds(0, 0, 1, 1));
        List<String> found = new ArrayList<>();
        FileCheck.run(file).forEach(finding -> found.add(finding.severity() + " " + finding.message()));
        assertThat(found)
                .containsExactly(
                        "DEVIATION row 1 of the row group has a geometry, but its covering.bbox is null",
                        "DEVIATION row 0 of the row group has a covering.bbox, but its geometry is null");
    }

    @Test
    void comparesTheBoxOfTheColumn() throws IOException {
        List<String> geometries = List.of("POINT (1 2)", "POINT (3 4)", "POINT (5 6)");
        double[][] boxes = {bounds(1, 2, 1, 2), bounds(3, 4, 3, 4), bounds(5, 6, 5, 6)};
        assertThat(FileCheck.run(covered("double", geo(null, List.of(1.0, 2.0, 5.0, 6.0)), geometries, boxes)))
                .isEmpty();
        assertThat(FileCheck.run(
                        covered("double", geo(null, List.of(1.0, 2.0, 0.0, 5.0, 6.0, 1.0)), geometries, boxes)))
                .isEmpty();
        assertThat(FileCheck.run(covered("double", geo(null, List.of(1.0, 2.0, 4.0, 6.0)), geometries, boxes)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
                    assertThat(finding.location().rowGroup()).isEqualTo(1);
                    assertThat(finding.message())
                            .contains("bbox of the column geom is [1.0, 2.0, 4.0, 6.0], but the geometry in row 0");
                });
    }
}
