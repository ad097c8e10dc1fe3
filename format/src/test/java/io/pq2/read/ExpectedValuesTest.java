package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import io.pq2.io.LocalInputFile;
import io.pq2.record.Row;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Shape;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import shaded.parquet.com.fasterxml.jackson.databind.JsonNode;
import shaded.parquet.com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Compares files of apache/parquet-testing with their expected values: from CSV files, from text columns and README
 * files of the collection, or from the code that wrote them.
 */
class ExpectedValuesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delta_binary_packed",
                "delta_byte_array",
                "delta_encoding_optional_column",
                "delta_encoding_required_column"
            })
    void readsValuesOfCsvFile(String name) throws IOException {
        List<List<String>> expected = Csv.rows(SharedFiles.parquetTesting("data/" + name + "_expect.csv"));
        List<List<String>> found = FileRows.of(
                "data/" + name + ".parquet",
                row -> row.shape().children().stream()
                        .map(field -> Objects.toString(row.get(field.name()), null))
                        .toList());
        assertThat(found).isEqualTo(expected.subList(1, expected.size()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "old_list_structure; {a: [[1, 2], [3, 4]]}",
                "null_list; {emptylist: []}",
                "nan_in_stats; {x: 1.0} {x: NaN}",
                "float16_zeros_and_nans; {x: null} {x: 0.0} {x: NaN}",
                "float16_nonzeros_and_nans; {x: null} {x: 1.0} {x: -2.0} {x: NaN} {x: 0.0} {x: -1.0}"
                        + " {x: -0.0} {x: 2.0}",
                "map_no_value; {my_map: {1: null, 2: null, 3: null}, my_map_no_v: {1, 2, 3}, my_list: [1, 2, 3]}"
                        + " {my_map: {4: null, 5: null, 6: null}, my_map_no_v: {4, 5, 6}, my_list: [4, 5, 6]}"
                        + " {my_map: {7: null, 8: null, 9: null}, my_map_no_v: {7, 8, 9}, my_list: [7, 8, 9]}",
                "datapage_v2_empty_datapage.snappy; {value: null}",
                "column_chunk_key_value_metadata; ''",
                "unknown-logical-type; {column with known type: known string 1, column with unknown type: "
                        + "756e6b6e6f776e20737472696e672031} {column with known type: known string 2,"
                        + " column with unknown type: "
                        + "756e6b6e6f776e20737472696e672032} {column with known type: known string 3,"
                        + " column with unknown type: "
                        + "756e6b6e6f776e20737472696e672033}",
            })
    void readsRows(String name, String expected) throws IOException {
        assertThat(String.join(" ", FileRows.texts("data/" + name + ".parquet")))
                .isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void readsMapWithoutRequiredKeys() throws IOException {
        assertThat(FileRows.texts("data/incorrect_map_schema.parquet"))
                .containsExactly("{my_map: {parent: another, name: report}}");
    }

    /** The third timestamp and the last one exceed the range of 64-bit nanoseconds. */
    @Test
    void readsInt96TimestampsOfSpark() throws IOException {
        List<Long> micros = FileRows.of("data/int96_from_spark.parquet", row -> {
            Instant value = (Instant) row.get("a");
            return value == null ? null : value.getEpochSecond() * 1_000_000 + value.getNano() / 1000;
        });
        assertThat(micros)
                .containsExactly(
                        1704141296123456L,
                        1704070800000000L,
                        253402225200000000L,
                        1735599600000000L,
                        null,
                        9089380393200000000L);
    }

    @Test
    void readsDescendingFixedLengthBytes() throws IOException {
        List<Object> values = FileRows.column("data/fixed_length_byte_array.parquet", "flba_field");
        assertThat(values).hasSize(1000);
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) != null) {
                assertThat(new BigInteger((byte[]) values.get(i)).intValueExact())
                        .isEqualTo(1000 - i);
            }
        }
        assertThat(Collections.frequency(values, null)).isEqualTo(105);
    }

    @Test
    void readsPagesOfNulls() throws IOException {
        List<Object> values = FileRows.column("data/int32_with_null_pages.parquet", "int32_field");
        int[] nullsByPage = {8, 55, 100, 52, 16, 12, 5, 7, 8, 12};
        for (int page = 0; page < nullsByPage.length; page++) {
            assertThat(Collections.frequency(values.subList(100 * page, 100 * page + 100), null))
                    .isEqualTo(nullsByPage[page]);
        }
        assertThat(values.stream().filter(Objects::nonNull).mapToInt(Integer.class::cast))
                .contains(-2136906554, 2145722375, 1745329571, -1941944785);
    }

    @Test
    void readsCompressedPageWithoutBytes() throws IOException {
        assertThat(FileRows.column("data/page_v2_empty_compressed.parquet", "integer_column"))
                .hasSize(10)
                .containsOnlyNulls();
    }

    @Test
    void readsPageWithSeveralGzipMembers() throws IOException {
        List<Object> numbers = new ArrayList<>();
        for (int i = 1; i <= 513; i++) {
            numbers.add(BigInteger.valueOf(i));
        }
        assertThat(FileRows.column("data/concatenated_gzip_members.parquet", "long_col"))
                .isEqualTo(numbers);
    }

    @Test
    void readsSortedColumns() throws IOException {
        List<String> once = List.of("{a: null, b: a}", "{a: 2, b: b}", "{a: 1, b: c}");
        assertThat(FileRows.texts("data/sort_columns.parquet"))
                .isEqualTo(Stream.concat(once.stream(), once.stream()).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"float16", "float", "double", "int32", "int64", "flba5", "decimal"})
    void readsSameValuesInTwoEncodings(String type) throws IOException {
        String file = "data/byte_stream_split_extended.gzip.parquet";
        assertThat(FileRows.of(file, row -> text(row, type + "_byte_stream_split")))
                .hasSize(200)
                .isEqualTo(FileRows.of(file, row -> text(row, type + "_plain")));
    }

    private static String text(Row row, String column) {
        return row.get(column) instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(row.get(column));
    }

    @Test
    void readsRowsOfJsonInReadme() throws IOException {
        List<JsonNode> expected = new ArrayList<>();
        for (String line : Files.readAllLines(SharedFiles.parquetTesting("data/README.md"))) {
            if (line.startsWith("{\"utf8_full_truncation\"")) {
                expected.add(new ObjectMapper().readTree(line));
            }
        }
        assertThat(expected).hasSize(12);
        for (String column : List.of("full", "partial", "no")) {
            assertThat(FileRows.column("data/binary_truncated_min_max.parquet", "utf8_" + column + "_truncation"))
                    .isEqualTo(expected.stream()
                            .map(row ->
                                    row.get("utf8_" + column + "_truncation").asText())
                            .toList());
            assertThat(FileRows.of(
                            "data/binary_truncated_min_max.parquet",
                            row -> new String(
                                    row.getBinary("binary_" + column + "_truncation"), StandardCharsets.ISO_8859_1)))
                    .isEqualTo(expected.stream()
                            .map(row ->
                                    row.get("binary_" + column + "_truncation").asText())
                            .toList());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "hadoop_lz4_compressed, lz4_raw_compressed",
        "non_hadoop_lz4_compressed, lz4_raw_compressed",
        "hadoop_lz4_compressed_larger, lz4_raw_compressed_larger"
    })
    void readsSameRowsInOtherLz4Framings(String name, String rawFile) throws IOException {
        assertThat(FileRows.texts("data/" + name + ".parquet"))
                .isNotEmpty()
                .isEqualTo(FileRows.texts("data/" + rawFile + ".parquet"));
    }

    /** The nations of TPC-H. parquet-java fails at the dictionary page of this file. */
    @Test
    void readsNations() throws IOException {
        assertThat(FileRows.of(
                        "data/nation.dict-malformed.parquet",
                        row -> row.get("nation_key") + " " + row.getString("name") + " " + row.get("region_key")))
                .containsExactly(
                        "0 ALGERIA 0",
                        "1 ARGENTINA 1",
                        "2 BRAZIL 1",
                        "3 CANADA 1",
                        "4 EGYPT 4",
                        "5 ETHIOPIA 0",
                        "6 FRANCE 3",
                        "7 GERMANY 3",
                        "8 INDIA 2",
                        "9 INDONESIA 2",
                        "10 IRAN 4",
                        "11 IRAQ 4",
                        "12 JAPAN 2",
                        "13 JORDAN 4",
                        "14 KENYA 0",
                        "15 MOROCCO 0",
                        "16 MOZAMBIQUE 0",
                        "17 PERU 1",
                        "18 CHINA 2",
                        "19 ROMANIA 3",
                        "20 SAUDI ARABIA 4",
                        "21 VIETNAM 2",
                        "22 RUSSIA 3",
                        "23 UNITED KINGDOM 3",
                        "24 UNITED STATES 1");
        assertThat(FileRows.of("data/nation.dict-malformed.parquet", row -> row.getString("comment_col")))
                .startsWith(" haggle. carefully final deposits detect slyly agai")
                .doesNotContainNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "geospatial",
                "geospatial-with-nan",
                "crs-arbitrary-value",
                "crs-default",
                "crs-geography",
                "crs-projjson",
                "crs-srid"
            })
    void geometriesEqualTheirTextColumn(String name) throws IOException {
        String file = "data/geospatial/" + name + ".parquet";
        int last = shape(file).children().size() - 1;
        List<String> texts = FileRows.of(file, row -> row.getString("wkt"));
        assertThat(FileRows.of(file, row -> row.isNull(last) ? null : WellKnownText.of(row.getBinary(last))))
                .isNotEmpty()
                .isEqualTo(texts);
    }

    @Test
    void geometriesEqualYamlFile() throws IOException {
        List<String> expected = new ArrayList<>();
        for (String line : Files.readAllLines(SharedFiles.parquetTesting("data/geospatial/geospatial.yaml"))) {
            if (line.startsWith("- ")) {
                expected.add(line.substring(2).strip());
            } else if (line.startsWith("  ")) {
                expected.add(expected.remove(expected.size() - 1) + " " + line.strip());
            }
        }
        assertThat(FileRows.of("data/geospatial/geospatial.parquet", row -> Objects.toString(row.get("wkt"))))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"crs-default,", "crs-geography,", "crs-projjson, projjson:projjson_epsg_5070", "crs-srid, srid:5070"})
    void readsCoordinateReferenceSystems(String name, String expected) throws IOException {
        try (ParquetFile file = ParquetFile.open(
                new LocalInputFile(SharedFiles.parquetTesting("data/geospatial/" + name + ".parquet")))) {
            LogicalType type = file.schema().columns().get(1).field().logicalType();
            assertThat(
                            type instanceof LogicalType.GeometryType geometry
                                    ? geometry.crs()
                                    : ((LogicalType.GeographyType) type).crs())
                    .isEqualTo(expected);
        }
    }

    private static Shape.Struct shape(String file) throws IOException {
        try (ParquetFile parquet = ParquetFile.open(new LocalInputFile(SharedFiles.parquetTesting(file)))) {
            return parquet.schema().shape();
        }
    }

    /** Parses lines of quoted or unquoted fields; an empty unquoted field is null. */
    private static final class Csv {

        static List<List<String>> rows(Path file) throws IOException {
            List<List<String>> rows = new ArrayList<>();
            for (String line : Files.readAllLines(file)) {
                rows.add(fields(line));
            }
            return rows;
        }

        private static List<String> fields(String line) {
            List<String> fields = new ArrayList<>();
            int from = 0;
            while (from <= line.length()) {
                boolean quoted = line.startsWith("\"", from);
                int end = quoted ? line.indexOf('"', from + 1) : line.indexOf(',', from);
                end = end < 0 ? line.length() : end;
                fields.add(quoted || end > from ? line.substring(quoted ? from + 1 : from, end) : null);
                from = quoted ? end + 2 : end + 1;
            }
            return fields;
        }
    }
}
