package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.schema.Column;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** pq2 and DuckDB use each other's bloom filters. */
class DuckDbBloomFiltersTest {

    private static final int ROWS = 5_000;

    private static final String SCHEMA = """
            message m {
              required int32 i;
              required int64 l;
              required float f;
              required double d;
              required binary s (STRING);
            }
            """;

    @TempDir
    private Path folder;

    /** Writes row groups of {@code ROWS} rows: even numbers in the first, odd numbers in the second. */
    private Path write() throws IOException {
        Path path = folder.resolve("pq2.parquet");
        WriteOptions options = WriteOptions.builder()
                .bloomFilter(BloomFilterOptions.ON.withFalsePositiveProbability(0.001))
                .dictionary(false)
                .rowGroupRows(ROWS)
                .build();
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(path), SCHEMA, options)) {
            for (int parity = 0; parity < 2; parity++) {
                for (int row = 0; row < ROWS; row++) {
                    int number = 2 * row + parity;
                    RecordValue record = writer.record();
                    record.setInt("i", number)
                            .setLong("l", number * 10_000_000_000L)
                            .setFloat("f", number * 0.5f);
                    record.setDouble("d", number * 0.25).setString("s", "text of some length, number " + number);
                    writer.write(record);
                }
            }
        }
        return path;
    }

    @Test
    void duckDbUsesBloomFiltersOfPq2() throws IOException, SQLException {
        Path path = write();
        try (DuckDb duckDb = new DuckDb()) {
            for (int number = 100; number < 140; number++) {
                List<String> excluded = number % 2 == 0 ? List.of("false", "true") : List.of("true", "false");
                assertExcluded(duckDb, path, "i", number + "::INTEGER", excluded);
                assertExcluded(duckDb, path, "l", number * 10_000_000_000L + "::BIGINT", excluded);
                assertExcluded(duckDb, path, "f", number * 0.5 + "::FLOAT", excluded);
                assertExcluded(duckDb, path, "d", number * 0.25 + "::DOUBLE", excluded);
                String text = "'text of some length, number " + number + "'";
                assertExcluded(duckDb, path, "s", text, excluded);
                assertThat(duckDb.rows("SELECT i FROM " + DuckDb.table(path) + " WHERE s = " + text))
                        .containsExactly(List.of(String.valueOf(number)));
                assertThat(duckDb.rows("SELECT i FROM " + DuckDb.table(path) + " WHERE d = " + number * 0.25))
                        .containsExactly(List.of(String.valueOf(number)));
            }
            assertThat(duckDb.rows("SELECT count(*) FROM " + DuckDb.table(path) + " WHERE d = -0.0::DOUBLE"))
                    .containsExactly(List.of("1"));
        }
    }

    private static void assertExcluded(DuckDb duckDb, Path path, String column, String value, List<String> excluded)
            throws SQLException {
        List<List<String>> rows = duckDb.rows("SELECT bloom_filter_excludes FROM parquet_bloom_probe('" + path + "', '"
                + column + "', " + value + ") ORDER BY row_group_id");
        assertThat(rows.stream().map(row -> row.get(0)).toList())
                .as("%s = %s", column, value)
                .isEqualTo(excluded);
    }

    /** DuckDB writes bloom filters for dictionary-encoded columns. */
    @Test
    void pq2UsesBloomFiltersOfDuckDb() throws IOException, SQLException {
        Path path = folder.resolve("duckdb.parquet");
        try (DuckDb duckDb = new DuckDb()) {
            duckDb.write(
                    "SELECT (i % 100 * 3)::INTEGER AS i, (i % 100 * 3)::BIGINT AS l, (i % 100 * 1.5)::DOUBLE AS d,"
                            + " 'value ' || (i % 100 * 3) AS s FROM range(10000) t(i)",
                    path, "bloom_filter_false_positive_ratio 0.001");
        }
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path))) {
            BloomFilter ints = filter(file, "i");
            BloomFilter longs = filter(file, "l");
            BloomFilter doubles = filter(file, "d");
            BloomFilter strings = filter(file, "s");
            int found = 0;
            for (int number = 0; number < 300; number++) {
                boolean there = number % 3 == 0;
                found += ints.mightContain(number) ? 1 : 0;
                assertThat(ints.mightContain(number) || !there).isTrue();
                assertThat(longs.mightContain(number) || !there).isTrue();
                assertThat(doubles.mightContain(number * 0.5) || !there).isTrue();
                assertThat(strings.mightContain("value " + number) || !there).isTrue();
            }
            assertThat(found).isBetween(100, 105);
        }
    }

    private static BloomFilter filter(ParquetFile file, String name) throws IOException {
        Column column = file.schema().column(List.of(name));
        BloomFilter filter = file.bloomFilter(0, column);
        assertThat(filter).as(name).isNotNull();
        return filter;
    }
}
