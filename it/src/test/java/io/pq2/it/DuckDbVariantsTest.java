package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.variant.ShreddedType;
import io.pq2.variant.Variant;
import io.pq2.variant.VariantBuilder;
import io.pq2.variant.VariantShredding;
import io.pq2.variant.VariantType;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Variants that DuckDB writes are read by pq2, and the other way around. */
class DuckDbVariantsTest {

    private static final String SCHEMA = """
            message row {
              optional group v (VARIANT(1)) { required binary metadata; required binary value; }
            }""";

    /** Values with the types of JSON: of one type in most rows, of several types, missing, and nested. */
    private static final String DOCUMENTS = """
            SELECT i, CASE
                WHEN i % 11 = 3 THEN NULL
                WHEN i % 11 = 4 THEN ('[' || i || ', "x", [null, {"k": true}], {}]')::JSON::VARIANT
                WHEN i % 11 = 5 THEN ('"text ' || repeat('é', (i % 90)::INTEGER) || '"')::JSON::VARIANT
                WHEN i % 11 = 6 THEN (i * 1000000007)::BIGINT::VARIANT
                ELSE ('{"id": ' || i || ', "name": "n' || i % 7 || '", "tags": ["a", "b' || i % 3 || '"],'
                    || ' "inner": {"x": ' || if(i % 5 = 0, '"other"', (i % 100)::VARCHAR) || ', "y": null}'
                    || if(i % 4 = 0, ', "rare": [{"z": ' || i || '}, {}]', '') || '}')::JSON::VARIANT
                END AS v
            FROM range(3000) t(i)""";

    private static DuckDb duckDb;

    @TempDir
    Path directory;

    @BeforeAll
    static void open() throws SQLException {
        duckDb = new DuckDb();
    }

    @AfterAll
    static void close() throws SQLException {
        duckDb.close();
    }

    private static List<Variant> read(Path file) throws IOException {
        List<Variant> variants = new ArrayList<>();
        try (ParquetFile parquet = ParquetFile.open(new LocalInputFile(file));
                RowReader rows = new RowReader(parquet.scan().columns("v").open())) {
            while (rows.next()) {
                variants.add(rows.row().getVariant("v"));
            }
        }
        return variants;
    }

    private static boolean isShredded(Path file) throws IOException {
        try (ParquetFile parquet = ParquetFile.open(new LocalInputFile(file))) {
            for (Field field : parquet.schema().fields()) {
                if (field instanceof GroupField group) {
                    return group.fields().stream()
                            .anyMatch(child -> child.name().equals("typed_value"));
                }
            }
        }
        throw new AssertionError("no group");
    }

    private void write(Path file, List<Variant> variants, VariantShredding shredding) throws IOException {
        WriteOptions options = WriteOptions.builder()
                .variantShredding(shredding)
                .rowGroupRows(1000)
                .build();
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(file), SCHEMA, options)) {
            for (Variant variant : variants) {
                RecordValue row = writer.record();
                if (variant != null) {
                    row.setVariant("v", variant);
                }
                writer.write(row);
            }
        }
    }

    /** Returns the variants of a file in JSON, as DuckDB reads them. */
    private static List<String> readByDuckDb(Path file) throws SQLException {
        return duckDb.rows("SELECT to_json(v)::VARCHAR FROM " + DuckDb.table(file)).stream()
                .map(row -> normalized(row.get(0)))
                .toList();
    }

    /** Returns JSON without spaces, and with the fields of objects in order. */
    private static String normalized(String json) {
        return json == null ? "null" : Variant.parseJson(json).toJson();
    }

    /** Returns variants in JSON. DuckDB does not sort the fields of objects that it does not shred. */
    private static List<String> json(List<Variant> variants) {
        return variants.stream()
                .map(variant -> normalized(variant == null ? null : variant.toJson()))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "SHREDDING {v: 'STRUCT(id BIGINT, \"inner\" STRUCT(x INTEGER), tags VARCHAR[])'}",
                "SHREDDING {v: 'VARCHAR'}"
            })
    void documentsOfDuckDbAreRead(String options) throws SQLException, IOException {
        Path file = directory.resolve("duckdb.parquet");
        duckDb.write(DOCUMENTS, file, options);
        assertThat(isShredded(file)).isTrue();
        List<String> expected = duckDb.rows("SELECT to_json(v)::VARCHAR FROM (" + DOCUMENTS + ") ORDER BY i").stream()
                .map(row -> normalized(row.get(0)))
                .toList();
        assertThat(expected)
                .hasSize(3000)
                .contains(
                        "null",
                        "{\"id\":0,\"inner\":{\"x\":\"other\",\"y\":null},"
                                + "\"name\":\"n0\",\"rare\":[{\"z\":0},{}],\"tags\":[\"a\",\"b0\"]}");
        assertThat(json(read(file))).isEqualTo(expected);
    }

    @Test
    void fieldsOfLargeObjectsOfDuckDbAreFound() throws SQLException, IOException {
        Path file = directory.resolve("large.parquet");
        List<String> names =
                IntStream.range(0, 60).mapToObj(i -> "n" + i * 37 % 60).toList();
        String fields = names.stream().map(name -> name + ": '" + name + "'").collect(Collectors.joining(", "));
        duckDb.write("SELECT {" + fields + "}::VARIANT AS v", file, "SHREDDING {v: 'STRUCT(n1 VARCHAR)'}");
        Variant found = read(file).get(0);
        for (String name : names) {
            assertThat(found.get(name)).as(name).isEqualTo(Variant.parseJson("\"" + name + "\""));
        }
    }

    @Test
    void typesOfDuckDbAreRead() throws SQLException, IOException {
        Path file = directory.resolve("types.parquet");
        duckDb.write("""
                SELECT {a: 7::TINYINT, d: DATE '2020-01-31', t: TIME '01:02:03.5',
                    ts: TIMESTAMP '1969-12-31 23:59:59.25', tz: TIMESTAMPTZ '2020-01-01 01:02:03+00',
                    ns: TIMESTAMP_NS '2020-01-01 01:02:03.123456789',
                    dec: 12.34::DECIMAL(9, 2), wide: 12345678901234567890.125::DECIMAL(38, 3),
                    u: 'f24f9b64-81fa-49d1-b74e-8c09a6e31c56'::UUID, bl: '\\x00\\xFF'::BLOB,
                    f: 1.5::FLOAT, g: 2.5::DOUBLE, n: NULL, bo: true}::VARIANT AS v""", file, "");
        Variant found = read(file).get(0);
        assertThat(found.get("a").getLong()).isEqualTo(7);
        assertThat(found.get("d").getDate()).isEqualTo(LocalDate.of(2020, 1, 31));
        assertThat(found.get("t").getTime()).isEqualTo(LocalTime.of(1, 2, 3, 500_000_000));
        assertThat(found.get("ts").getLocalDateTime())
                .isEqualTo(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 250_000_000));
        assertThat(found.get("tz").getInstant()).isEqualTo(Instant.parse("2020-01-01T01:02:03Z"));
        assertThat(found.get("ns").getLocalDateTime()).isEqualTo(LocalDateTime.of(2020, 1, 1, 1, 2, 3, 123_456_789));
        assertThat(found.get("dec").getDecimal()).isEqualTo(new BigDecimal("12.34"));
        assertThat(found.get("wide").getDecimal()).isEqualTo(new BigDecimal("12345678901234567890.125"));
        assertThat(found.get("u").getUuid()).isEqualTo(UUID.fromString("f24f9b64-81fa-49d1-b74e-8c09a6e31c56"));
        assertThat(found.get("bl").getBinary()).containsExactly(0, 0xFF);
        assertThat(found.get("f").getFloat()).isEqualTo(1.5f);
        assertThat(found.get("g").getDouble()).isEqualTo(2.5);
        assertThat(found.get("n").type()).isEqualTo(VariantType.NULL);
        assertThat(found.get("bo").getBoolean()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "variant",
                "{id: int64, inner: {x: int32}, tags: [string]}",
                "{id: string, rare: [{z: int64}], name: string}",
                "string"
            })
    void documentsOfPq2AreReadByDuckDb(String type) throws SQLException, IOException {
        Path original = directory.resolve("duckdb.parquet");
        duckDb.write(DOCUMENTS, original, "");
        List<Variant> variants = read(original);
        Path file = directory.resolve("pq2.parquet");
        write(file, variants, VariantShredding.of(ShreddedType.parse(type)));
        assertThat(isShredded(file)).isEqualTo(!type.equals("variant"));
        assertThat(readByDuckDb(file)).isEqualTo(json(variants));
    }

    @Test
    void inferredTypesOfPq2AreReadByDuckDb() throws SQLException, IOException {
        VariantBuilder builder = new VariantBuilder();
        List<Variant> variants = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            builder.reset();
            builder.startObject();
            builder.name("d").appendDate(LocalDate.of(2020, 1, 1).plusDays(i));
            builder.name("t").appendTime(LocalTime.of(1, 2, 3, 500_000_000));
            builder.name("tz").appendTimestamp(Instant.parse("2020-01-01T01:02:03Z"));
            builder.name("ts").appendTimestampNtz(LocalDateTime.of(1969, 12, 31, 23, 59, 59));
            builder.name("ns").appendTimestampNtzNanos(LocalDateTime.of(2020, 1, 1, 1, 2, 3, 123_456_789));
            builder.name("u").appendUuid(UUID.fromString("f24f9b64-81fa-49d1-b74e-8c09a6e31c56"));
            builder.name("dec").appendDecimal(new BigDecimal("12.34"));
            builder.name("wide").appendDecimal(new BigDecimal("12345678901234567890.125"));
            builder.name("f").appendFloat(1.5f);
            builder.name("bl").appendBinary(new byte[] {65, 66});
            builder.endObject();
            variants.add(builder.build());
        }
        for (VariantShredding shredding :
                List.of(VariantShredding.INFERRED, VariantShredding.of(ShreddedType.parse("variant")))) {
            Path file = directory.resolve("typed.parquet");
            Files.deleteIfExists(file);
            write(file, variants, shredding);
            assertThat(duckDb.rows("SELECT variant_typeof(v), v.d::VARCHAR, v.t::VARCHAR, v.tz::VARCHAR, v.ts::VARCHAR,"
                            + " v.ns::VARCHAR, v.u::VARCHAR, v.dec::VARCHAR, v.wide::VARCHAR, v.f::VARCHAR,"
                            + " v.bl::BLOB::VARCHAR FROM " + DuckDb.table(file) + " LIMIT 1"))
                    .containsExactly(List.of(
                            "OBJECT(bl, d, dec, f, ns, t, ts, tz, u, wide)",
                            "2020-01-01",
                            "01:02:03.5",
                            "2020-01-01 01:02:03+00",
                            "1969-12-31 23:59:59",
                            "2020-01-01 01:02:03.123456789",
                            "f24f9b64-81fa-49d1-b74e-8c09a6e31c56",
                            "12.34",
                            "12345678901234567890.125",
                            "1.5",
                            "AB"));
        }
    }
}
