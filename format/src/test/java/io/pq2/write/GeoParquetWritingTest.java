package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.check.FileCheck;
import io.pq2.geospatial.GeoColumn;
import io.pq2.geospatial.GeoParquet;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.schema.EdgeInterpolation;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBWriter;
import org.locationtech.jts.io.WKTReader;

/** GeoParquet metadata that is written in addition to the logical types. */
class GeoParquetWritingTest {

    private static final WriteOptions.Builder OPTIONS =
            WriteOptions.builder().geoParquet(GeoParquetVersion.V1_1).rowGroupRows(2);

    private static final LogicalType PLANE = new LogicalType.GeometryType(null);

    private static byte[] wkb(String text, int dimensions) {
        try {
            return text == null ? null : new WKBWriter(dimensions).write(new WKTReader().read(text));
        } catch (ParseException e) {
            throw new AssertionError(text, e);
        }
    }

    /** Writes a file with a column and returns the value of its entry. */
    private static String entry(WriteOptions options, LogicalType type, List<byte[]> values) throws IOException {
        Schema schema = new Schema(
                "m",
                List.of(
                        new PrimitiveField("id", Repetition.REQUIRED, PhysicalType.INT32),
                        new PrimitiveField("geom", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, type)));
        MemoryOutputFile output = new MemoryOutputFile("f.parquet");
        try (RecordWriter writer = RecordWriter.create(output, schema, options)) {
            for (byte[] value : values) {
                RecordValue row = writer.record().setInt("id", 1);
                writer.write(value == null ? row : row.setBinary("geom", value));
            }
        }
        MemoryInputFile input = new MemoryInputFile("f.parquet", output.bytes());
        assertThat(FileCheck.run(input)).isEmpty();
        try (ParquetFile file = ParquetFile.open(input)) {
            assertThat(file.schema()).isEqualTo(schema);
            return file.keyValueMetadata().get(GeoParquet.KEY);
        }
    }

    private static GeoColumn column(LogicalType type, String... geometries) throws IOException {
        List<byte[]> values =
                Arrays.stream(geometries).map(text -> wkb(text, 2)).toList();
        return GeoParquet.parse(entry(OPTIONS.build(), type, values)).columns().get("geom");
    }

    @Test
    void writesTypesAndBoxOfAllRowGroups() throws IOException {
        String json = entry(
                OPTIONS.build(),
                PLANE,
                Arrays.asList(
                        wkb("POINT (1 2)", 2),
                        null,
                        wkb("POINT EMPTY", 2),
                        null,
                        null,
                        null,
                        wkb("LINESTRING (-5 0, 3 9)", 2)));
        assertThat(json)
                .isEqualTo("{\"version\":\"1.1.0\",\"primary_column\":\"geom\",\"columns\":{\"geom\":{"
                        + "\"encoding\":\"WKB\",\"geometry_types\":[\"LineString\",\"Point\"],"
                        + "\"bbox\":[-5.0,0.0,3.0,9.0]}}}");
    }

    @Test
    void writesTheRequestedVersionOrNothing() throws IOException {
        List<byte[]> values = List.of(wkb("POINT (1 2)", 2));
        WriteOptions old =
                OPTIONS.build().toBuilder().geoParquet(GeoParquetVersion.V1_0).build();
        assertThat(GeoParquet.parse(entry(old, PLANE, values)).version()).isEqualTo("1.0.0");
        assertThat(entry(WriteOptions.DEFAULT, PLANE, values)).isNull();
        assertThat(entry(OPTIONS.build(), null, values)).isNull();
        LogicalType ellipsoid = new LogicalType.GeographyType(null, EdgeInterpolation.KARNEY);
        assertThat(entry(OPTIONS.build(), ellipsoid, values)).isNull();
    }

    @Test
    void keepsAnEntryOfTheCaller() throws IOException {
        String own = new GeoParquet(
                        "1.0.0",
                        "geom",
                        Map.of("geom", new GeoColumn("WKB", List.of(), null, null, null, null, 2020.5, null)))
                .toJson();
        WriteOptions options =
                OPTIONS.build().toBuilder().keyValueMetadata("geo", own).build();
        assertThat(entry(options, PLANE, List.of(wkb("POINT (1 2)", 2)))).isEqualTo(own);
    }

    @Test
    void writesZ() throws IOException {
        GeoColumn column = GeoParquet.parse(
                        entry(OPTIONS.build(), PLANE, List.of(wkb("POINT Z (1 2 3)", 3), wkb("POINT Z (0 7 9)", 3))))
                .columns()
                .get("geom");
        assertThat(column.geometryTypes()).containsExactly("Point Z");
        assertThat(column.bbox()).containsExactly(0.0, 2.0, 3.0, 1.0, 7.0, 9.0);
    }

    @Test
    void writesNoTypesAndNoBoxThatItDoesNotKnow() throws IOException {
        GeoColumn invalid = GeoParquet.parse(
                        entry(OPTIONS.build(), PLANE, List.of(new byte[3], new byte[3], wkb("POINT (1 2)", 2))))
                .columns()
                .get("geom");
        GeoColumn unknown = new GeoColumn("WKB", List.of(), null, null, null, null, null, null);
        assertThat(invalid).isEqualTo(unknown);
        WriteOptions none = OPTIONS.build().toBuilder().statistics(false).build();
        assertThat(GeoParquet.parse(entry(none, PLANE, List.of(wkb("POINT (1 2)", 2))))
                        .columns()
                        .get("geom"))
                .isEqualTo(unknown);
        assertThat(column(PLANE, "POINT EMPTY").bbox()).isNull();
        assertThat(column(PLANE, (String) null)).isEqualTo(unknown);
    }

    @Test
    void writesGeographiesAsSpherical() throws IOException {
        LogicalType globe = new LogicalType.GeographyType(null, null);
        GeoColumn points = column(globe, "POINT (1 2)", "POINT (3 4)");
        assertThat(points.edges()).isEqualTo("spherical");
        assertThat(points.bbox()).containsExactly(1.0, 2.0, 3.0, 4.0);
        GeoColumn lines = column(globe, "POINT (1 2)", "LINESTRING (3 4, 5 6)");
        assertThat(lines.geometryTypes()).containsExactly("LineString", "Point");
        assertThat(lines.bbox()).isNull();
        assertThat(column(globe, "POINT (179 2)", "POINT (-179 4)").bbox()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "absent",
            value = {
                "absent | absent",
                "OGC:CRS84 | absent",
                "EPSG:4326 | absent",
                "srid:4326 | absent",
                "EPSG:5070 | null",
                "srid:0 | null",
                "{broken | null",
                "{\"type\": \"GeographicCRS\"} | {\"type\":\"GeographicCRS\"}",
                "projjson:here | {\"type\":\"ProjectedCRS\"}",
                "projjson:nowhere | null"
            })
    void writesTheReferenceSystemAsProjJson(String crs, String written) throws IOException {
        WriteOptions options = OPTIONS.build().toBuilder()
                .keyValueMetadata("here", "{\"type\": \"ProjectedCRS\"}")
                .build();
        String json = entry(options, new LogicalType.GeometryType(crs), List.of(wkb("POINT (1 2)", 2)));
        assertThat(GeoParquet.parse(json).columns().get("geom").crs()).isEqualTo(written);
    }
}
