package io.pq2.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.bench.measure.Rounds;
import io.pq2.bench.select.SelectContest;
import io.pq2.bench.select.SelectResult;
import io.pq2.bench.select.SelectTables;
import io.pq2.bench.select.TableFiles;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class SelectiveBenchmarkTest {

    private static final double SCALE = 0.002;

    @Test
    void allEnginesReturnTheRowsOfEachQuery(@TempDir Path directory) throws Exception {
        List<SelectResult> results = new ArrayList<>();
        List<TableFiles> tables;
        try (SparkSession spark = Sessions.local(directory, 2, false);
                PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
                SelectContest contest =
                        new SelectContest(spark, SCALE, engine -> true, true, new Rounds(0, 1), nowhere)) {
            tables = SelectTables.in(directory, spark, SCALE, () -> TpchTables.lineitem(spark, SCALE, 1));
            results.addAll(contest.run(tables.get(1), query -> true));
        }
        assertThat(tables).hasSize(4);
        assertThat(tables.get(1).files()).hasSameSizeAs(tables.get(0).files());
        assertThat(tables.get(3).files()).hasSize(1);
        assertThat(results).hasSize(11).allSatisfy(result -> {
            assertThat(result.remarks()).as(result.title()).isEmpty();
            assertThat(result.rows()).as(result.title()).isPositive();
            assertThat(result.costs())
                    .as(result.title())
                    .containsOnlyKeys("pq2 V2", "pq2 V1", "built-in", "floor", "pq2", "DuckDB", "parquet-java");
        });
    }
}
