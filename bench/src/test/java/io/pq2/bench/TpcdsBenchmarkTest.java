package io.pq2.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class TpcdsBenchmarkTest {

    @Test
    void sourcesReturnTheSameRowsOfPartitionedFacts(@TempDir Path directory) throws Exception {
        String report = run(
                "1.0E-4",
                "--directory=" + directory,
                "--queries=Q65$",
                "--writers=pq2",
                "--v1=true",
                "--warm-up=1",
                "--rounds=1");

        assertThat(report).contains("### Files of pq2", "| Q65 |").doesNotContain("WRONG", "Files of Spark");
        Path tables = directory.resolve("pq2-1.0E-4");
        assertThat(tables.resolve("item")).isDirectoryContaining("glob:**.parquet");
        assertThat(tables.resolve("catalog_sales")).doesNotExist();
        try (Stream<Path> files = Files.find(tables.resolve("store_sales"), 2, TpcdsBenchmarkTest::isDataFile)) {
            assertThat(files.map(Path::getParent)).hasSizeGreaterThan(10).doesNotHaveDuplicates();
        }

        String plans = run("1.0E-4", "--directory=" + directory, "--queries=Q43$", "--writers=pq2", "--plans=true");

        assertThat(plans)
                .containsPattern("\\| Q43 \\| pq2 \\| broadcast s \\(2\\); broadcast d \\(366\\) \\| \\d+ \\| \\d+ \\|")
                .containsPattern("\\| Q43 \\| parquet \\| broadcast ");
    }

    @Test
    void oneOfTheQueriesDoesNotResolveOnTheGeneratedTables(@TempDir Path directory) throws Exception {
        Map<String, String> queries = TpcdsBenchmark.allQueries().queries();
        Map<String, String> errors = new LinkedHashMap<>();
        try (SparkSession spark = Sessions.local(directory, 2, false)) {
            for (String table : TpcdsTables.names()) {
                Dataset<Row> rows = TpcdsTables.rows(spark, table, 0.01, 1);
                assertThat(rows.takeAsList(1)).as(table).hasSize(1);
                rows.createOrReplaceTempView(table);
            }
            for (Map.Entry<String, String> query : queries.entrySet()) {
                Throwable error = catchThrowable(() -> spark.sql(query.getValue()));
                if (error != null) {
                    errors.put(query.getKey(), error.getMessage());
                }
            }
        }
        assertThat(queries).hasSize(103);
        assertThat(errors).containsOnlyKeys("Q30");
        assertThat(errors.get("Q30")).contains("c_last_review_date");
    }

    private static boolean isDataFile(Path path, BasicFileAttributes attributes) {
        return path.toString().endsWith(".parquet");
    }

    private static String run(String... arguments) throws IOException, SQLException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, false, UTF_8)) {
            assertThat(TpcdsBenchmark.of(new Arguments(arguments, 1, SourceComparison.OPTIONS))
                            .run(out, out))
                    .isTrue();
        }
        return bytes.toString(UTF_8);
    }
}
