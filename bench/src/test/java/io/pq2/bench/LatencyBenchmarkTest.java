package io.pq2.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.bench.latency.LatencyContest;
import io.pq2.bench.latency.LatencyReport;
import io.pq2.bench.latency.LatencyResult;
import io.pq2.bench.measure.Rounds;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class LatencyBenchmarkTest {

    @Test
    void allSourcesReturnTheSameRows(@TempDir Path directory) throws Exception {
        Path links = directory.resolve("links");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<LatencyResult> results;
        try (SparkSession spark = Sessions.local(directory, 2, false);
                PrintStream out = new PrintStream(bytes, false, UTF_8)) {
            Path table = LatencyBenchmark.table(spark, directory, 0.002, 3);
            try (Stream<Path> files = Files.list(table)) {
                assertThat(files).hasSize(3);
            }
            results = new LatencyContest(spark, table, links, new Rounds(0, 2), out).run();
            LatencyReport.print(results, out);
        }
        assertThat(results).hasSize(8).allSatisfy(result -> {
            assertThat(result.wrong()).as(result.title()).isEmpty();
            assertThat(result.seconds()).containsOnlyKeys("built-in", "pq2 V2", "pq2 V1", "pq2 for parquet");
        });
        assertThat(bytes.toString(UTF_8)).contains("| point lookup, new path |", "| geometric mean |");
        try (Stream<Path> left = Files.list(links)) {
            assertThat(left).isEmpty();
        }
    }
}
