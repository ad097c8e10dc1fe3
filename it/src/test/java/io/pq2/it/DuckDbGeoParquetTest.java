package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.check.FileCheck;
import io.pq2.geospatial.GeoColumn;
import io.pq2.geospatial.GeoParquet;
import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.predicate.Predicates;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.schema.SchemaText;
import io.pq2.write.GeoParquetCovering;
import io.pq2.write.GeoParquetVersion;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exchanges GeoParquet files with DuckDB, without its extension {@code spatial}. */
class DuckDbGeoParquetTest {

    private static final List<List<String>> ROWS = List.of(Arrays.asList("1", "POINT (1 2)"), Arrays.asList("2", null));

    @TempDir
    private Path directory;

    private Path write(String type, WriteOptions options) throws IOException {
        Path file = directory.resolve("pq2.parquet");
        byte[] point = ByteBuffer.allocate(21)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 1)
                .putInt(1)
                .putDouble(1)
                .putDouble(2)
                .array();
        String schema = "message m { required int32 id; optional binary geom" + type + "; }";
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(file), SchemaText.parse(schema), options)) {
            writer.write(writer.record().setInt("id", 1).setBinary("geom", point));
            writer.write(writer.record().setInt("id", 2));
        }
        return file;
    }

    private static void assertGeometries(Path file) throws SQLException {
        try (DuckDb duckDb = new DuckDb()) {
            String table = DuckDb.table(file);
            assertThat(duckDb.rows("SELECT typeof(geom) LIKE 'GEOMETRY%' FROM " + table))
                    .containsOnly(List.of("true"));
            assertThat(duckDb.rows("SELECT id, geom FROM " + table)).isEqualTo(ROWS);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " (GEOMETRY)",
                " (GEOMETRY(\"srid:4326\"))",
                " (GEOMETRY(\"EPSG:5070\"))",
                " (GEOMETRY(\"projjson:crs\"))",
                " (GEOGRAPHY)"
            })
    void duckDbReadsNativeTypesTogetherWithTheMetadata(String type) throws IOException, SQLException {
        for (GeoParquetVersion version : GeoParquetVersion.values()) {
            WriteOptions options = WriteOptions.builder()
                    .geoParquet(version)
                    .keyValueMetadata("crs", "{\"type\":\"ProjectedCRS\",\"name\":\"x\"}")
                    .build();
            Path file = write(type, options);
            assertGeometries(file);
            Files.delete(file);
        }
    }

    @ParameterizedTest
    @EnumSource(GeoParquetCovering.class)
    void duckDbReadsCoveringColumns(GeoParquetCovering bounds) throws IOException, SQLException {
        WriteOptions options = WriteOptions.builder()
                .geoParquet(GeoParquetVersion.V1_1)
                .geoParquetCovering(bounds)
                .build();
        Path file = write(" (GEOMETRY)", options);
        assertGeometries(file);
        if (bounds != GeoParquetCovering.NONE) {
            try (DuckDb duckDb = new DuckDb()) {
                assertThat(duckDb.rows("SELECT id, bbox.xmin, bbox.ymax FROM " + DuckDb.table(file)))
                        .containsExactly(List.of("1", "1.0", "2.0"), Arrays.asList("2", null, null));
            }
        }
    }

    @Test
    void duckDbReadsBytesThatOnlyTheMetadataDescribe() throws IOException, SQLException {
        GeoColumn column = new GeoColumn("WKB", List.of("Point"), null, null, null, null, null, null);
        String geo = new GeoParquet("1.0.0", "geom", Map.of("geom", column)).toJson();
        assertGeometries(
                write("", WriteOptions.builder().keyValueMetadata("geo", geo).build()));
    }

    @Test
    void readsAndFiltersFilesOfDuckDb() throws IOException, SQLException {
        Path file = directory.resolve("duckdb.parquet");
        String points = "SELECT i::INTEGER AS id, ('POINT(' || i || ' ' || (i % 10) || ')')::GEOMETRY AS geom"
                + " FROM range(10000) t(i)";
        try (DuckDb duckDb = new DuckDb()) {
            duckDb.write(points, file, "ROW_GROUP_SIZE 2048");
        }
        LocalInputFile input = new LocalInputFile(file);
        assertThat(FileCheck.run(input)).noneMatch(finding -> finding.message().contains("geo"));
        try (ParquetFile opened = ParquetFile.open(input);
                RowReader rows = new RowReader(opened.scan()
                        .filter(Predicates.column("geom").intersects(4000, 3, 4019, 4))
                        .open())) {
            GeoParquet metadata = GeoParquet.parse(opened.keyValueMetadata().get(GeoParquet.KEY));
            GeoColumn column = metadata.columns().get("geom");
            assertThat(column.geometryTypes()).containsExactly("Point");
            assertThat(column.bbox()).containsExactly(0.0, 0.0, 9999.0, 9.0);
            for (int id : new int[] {4003, 4004, 4013, 4014}) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.row().getInt("id")).isEqualTo(id);
            }
            assertThat(rows.next()).isFalse();
        }
    }
}
