package io.pq2.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class TpchBenchmarkTest {

    @Test
    void bothSourcesReturnTheSameRows(@TempDir Path directory) throws Exception {
        String[] arguments = {
            "0.01",
            "--directory=" + directory,
            "--queries=Q(4|13)$",
            "--writers=pq2",
            "--memory=true",
            "--warm-up=1",
            "--rounds=1"
        };
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean equal;
        try (PrintStream out = new PrintStream(bytes, false, UTF_8)) {
            equal = TpchBenchmark.of(new Arguments(arguments, 1, SourceComparison.OPTIONS))
                    .run(out, out);
        }
        assertThat(equal).isTrue();
        assertThat(bytes.toString(UTF_8))
                .contains("### Files of pq2", "| Q4 |", "| Q13 |")
                .doesNotContain("WRONG", "| Q1 |", "### Files of Spark");
    }

    @Test
    void sharesOfTasksArePrinted(@TempDir Path directory) throws Exception {
        String[] arguments = {
            "0.05",
            "--directory=" + directory,
            "--queries=Q1$",
            "--writers=pq2",
            "--shares=true",
            "--warm-up=1",
            "--rounds=4"
        };
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, false, UTF_8)) {
            TpchBenchmark.of(new Arguments(arguments, 1, SourceComparison.OPTIONS))
                    .run(out, out);
        }
        assertThat(bytes.toString(UTF_8))
                .contains("| query | source | batches | scan |")
                .containsPattern("\\| Q1 \\| parquet \\|.*\\| [1-9][0-9]* \\|");
    }
}
