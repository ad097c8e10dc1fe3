package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.metadata.CompressionCodec;
import io.pq2.write.DataPageVersion;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * pq2 reads and rewrites files of DuckDB. DuckDB compares the copy with the original, so that a lost or changed value
 * is detected.
 */
class DuckDbFilesTest {

    private static final int ROWS = 10_000;

    private static final String PRIMITIVES = """
            SELECT
                i AS plain_bigint,
                i::INTEGER AS plain_integer,
                if(i % 7 = 0, NULL, (i % 120)::TINYINT) AS a_tinyint,
                if(i % 5 = 0, NULL, (i * 31 % 30000)::SMALLINT) AS a_smallint,
                (i % 256)::UTINYINT AS a_utinyint,
                (i % 65536)::USMALLINT AS a_usmallint,
                (4294967295 - i)::UINTEGER AS a_uinteger,
                (18446744073709551615 - i)::UBIGINT AS a_ubigint,
                i % 3 = 0 AS a_boolean,
                if(i % 4 = 0, NULL, i % 8 < 3) AS a_nullable_boolean,
                CASE WHEN i % 100 = 0 THEN 'nan'::FLOAT WHEN i % 100 = 1 THEN '-inf'::FLOAT ELSE (i / 7)::FLOAT END
                    AS a_float,
                CASE WHEN i % 100 = 0 THEN 'nan'::DOUBLE WHEN i % 100 = 1 THEN -0.0::DOUBLE ELSE i / 7 END AS a_double,
                'value ' || (i % 50) AS few_strings,
                if(i % 9 = 0, NULL, repeat('x', (i % 20)::INTEGER) || i) AS many_strings,
                encode('blob ' || i) AS a_blob,
                DATE '1582-10-01' + (i * 40)::INTEGER AS a_date,
                TIME '00:00:01' + INTERVAL (i) MINUTE AS a_time,
                TIMESTAMP '1900-01-01' + INTERVAL (i * 7) HOUR AS a_timestamp,
                TIMESTAMPTZ '1999-12-31 23:59:59+00' + INTERVAL (i) SECOND AS a_timestamptz,
                (TIMESTAMP '2001-01-01' + INTERVAL (i) MICROSECOND)::TIMESTAMP_NS AS a_timestamp_ns,
                (TIMESTAMP '2001-01-01' + INTERVAL (i) MINUTE)::TIMESTAMP_MS AS a_timestamp_ms,
                (i - 5000)::DECIMAL(9, 2) AS decimal_int32,
                (i - 5000)::DECIMAL(18, 4) AS decimal_int64,
                (i - 5000)::DECIMAL(38, 10) * 1000000 AS decimal_fixed,
                md5(i::VARCHAR)::UUID AS a_uuid,
                INTERVAL (i) DAY AS an_interval,
                if(i % 2 = 0, 'red', 'blue')::ENUM ('red', 'green', 'blue') AS an_enum,
                ('{"i": ' || i || '}')::JSON AS a_json,
                NULL::INTEGER AS all_null
            FROM range(10000) t(i)""";

    private static final String NESTED = """
            SELECT
                i::INTEGER AS id,
                if(i % 6 = 0, NULL, list_transform(range(i % 5), lambda x: if(x = 2, NULL, x + i))) AS list_of_bigint,
                if(i % 5 = 0, NULL, {a: i, b: if(i % 3 = 0, NULL, 'b' || i), c: {d: i % 2 = 0}}) AS a_struct,
                if(i % 4 = 0, NULL, list_transform(range(i % 4), lambda x:
                     list_transform(range(x), lambda y: 's' || (x + y))))
                    AS list_of_lists,
                list_transform(range(i % 3), lambda x: {k: x, v: list_transform(range(x), lambda y: {z: y * i})})
                    AS list_of_structs,
                if(i % 8 = 0, NULL, map_from_entries(list_transform(range(i % 4), lambda x: {k: 'key' || x, v: x * i})))
                    AS a_map,
                map_from_entries(list_transform(range(i % 3), lambda x:
                     {k: x, v: {m: [x, NULL], n: 'n'}})) AS map_of_structs,
                NULL::INTEGER[] AS only_null_lists,
                []::VARCHAR[] AS only_empty_lists
            FROM range(10000) t(i)""";

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

    private void copy(String query, String duckDbOptions, WriteOptions options) throws SQLException, IOException {
        Path original = directory.resolve("duckdb.parquet");
        Path copy = directory.resolve("pq2.parquet");
        duckDb.write(query, original, duckDbOptions);
        Rewriting.rewrite(original, copy, options);
        duckDb.assertSame(copy, original);
        assertThat(duckDb.rows("SELECT count(*) FROM " + DuckDb.table(copy)).get(0))
                .containsExactly(String.valueOf(ROWS));
    }

    private static WriteOptions.Builder smallParts() {
        return WriteOptions.builder()
                .rowGroupRows(3500)
                .pageRows(700)
                .pageBytes(16 << 10)
                .dictionaryBytes(32 << 10);
    }

    @ParameterizedTest
    @CsvSource({
        "uncompressed, UNCOMPRESSED, V1",
        "snappy, SNAPPY, V1",
        "zstd, ZSTD, V1",
        "gzip, GZIP, V1",
        "snappy, UNCOMPRESSED, V2",
        "zstd, SNAPPY, V2",
        "gzip, ZSTD, V2",
        "uncompressed, GZIP, V2",
    })
    void copiesFlatAndNestedColumns(String duckDbCodec, CompressionCodec codec, DataPageVersion version)
            throws SQLException, IOException {
        String duckDbOptions = "PARQUET_VERSION v1, COMPRESSION " + duckDbCodec + ", ROW_GROUP_SIZE 2048";
        WriteOptions options =
                smallParts().codec(codec).dataPageVersion(version).build();
        copy(PRIMITIVES, duckDbOptions, options);
        copy(NESTED, duckDbOptions, options);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void copiesInOnePieceWithAndWithoutDictionaries(boolean dictionary) throws SQLException, IOException {
        WriteOptions options = WriteOptions.builder().dictionary(dictionary).build();
        copy(PRIMITIVES, "PARQUET_VERSION v1", options);
        copy(NESTED, "PARQUET_VERSION v1", options);
    }

    @Test
    void copiesFilesWithoutRows() throws SQLException, IOException {
        Path original = directory.resolve("duckdb.parquet");
        Path copy = directory.resolve("pq2.parquet");
        duckDb.write("SELECT 1 AS a, [2] AS b WHERE false", original, "");
        Rewriting.rewrite(original, copy, WriteOptions.DEFAULT);
        duckDb.assertSame(copy, original);
    }

    @Test
    void letsDuckDbPruneByItsStatistics() throws SQLException, IOException {
        Path original = directory.resolve("duckdb.parquet");
        Path copy = directory.resolve("pq2.parquet");
        duckDb.write(PRIMITIVES, original, "PARQUET_VERSION v1");
        Rewriting.rewrite(original, copy, smallParts().build());
        for (String condition : new String[] {
            "plain_bigint BETWEEN 100 AND 120",
            "plain_integer = 7777",
            "few_strings = 'value 7'",
            "a_date < DATE '1600-01-01'",
            "a_timestamp > TIMESTAMP '1905-01-01'",
            "a_uinteger > 4294967000",
            "a_ubigint > 18446744073709551000",
            "decimal_int32 < -4000",
            "decimal_fixed > 4000000000",
            "a_double < 3",
            "a_float > 1400",
            "a_boolean",
            "all_null IS NOT NULL",
            "many_strings IS NULL",
        }) {
            String count = "SELECT count(*), sum(plain_bigint) FROM %s WHERE " + condition;
            assertThat(duckDb.rows(count.formatted(DuckDb.table(copy))))
                    .as(condition)
                    .isEqualTo(duckDb.rows(count.formatted(DuckDb.table(original))));
        }
    }

    /** DuckDB writes delta encodings, BYTE_STREAM_SPLIT and dictionaries in version 2 pages. */
    @ParameterizedTest
    @ValueSource(ints = {1, 1_000_000})
    void copiesTheEncodingsOfVersionTwo(int dictionaryLimit) throws SQLException, IOException {
        String duckDbOptions = "PARQUET_VERSION v2, ROW_GROUP_SIZE 4096, DICTIONARY_SIZE_LIMIT " + dictionaryLimit;
        copy(PRIMITIVES, duckDbOptions, smallParts().build());
        copy(NESTED, duckDbOptions, smallParts().build());
    }
}
