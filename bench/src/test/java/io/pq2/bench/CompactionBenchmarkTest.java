package io.pq2.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.bench.compact.CompactionEngine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class CompactionBenchmarkTest {

    @Test
    void allEnginesKeepTheRows(@TempDir Path directory) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean right;
        try (PrintStream out = new PrintStream(bytes, false, UTF_8)) {
            right = CompactionBenchmark.of(
                            "--files=12",
                            "--bytes=20000",
                            "--directory=" + directory,
                            "--engines=PQ2|PARQUET_JAVA|SPARK$|DUCKDB$",
                            "--heap=1g",
                            "--rounds=1",
                            // Built before this module in phase "package", and then its commands are run as well.
                            "--launcher=../cli/target/pq2/pq2")
                    .run(out, out);
        }
        String report = bytes.toString(UTF_8);
        assertThat(right).as(report).isTrue();
        assertThat(report)
                .contains(
                        "| " + CompactionEngine.PQ2_COPY.title() + " | snappy |",
                        "| " + CompactionEngine.PQ2_ZSTD.title() + " | zstd |",
                        "| " + CompactionEngine.SPARK.title() + " | snappy |",
                        "| " + CompactionEngine.DUCKDB.title() + " | snappy |")
                .doesNotContain("WRONG");
        if (!report.contains("no commands were run")) {
            assertThat(report).contains("| `count TABLE` |");
        }
    }
}
