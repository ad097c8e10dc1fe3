package io.pq2.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class EngineBenchmarkTest {

    @Test
    void anInterruptedRunIsResumed(@TempDir Path directory) throws Exception {
        Path results = directory.resolve("results.tsv");

        String first = run(directory, "--queries=TPC-H Q4$", "--results=" + results);

        List<String> lines = Files.readAllLines(results);
        assertThat(lines).hasSize(5);
        assertThat(first)
                .contains("### TPC-H, files of Spark", "### TPC-H, files of pq2", "| Spark and pq2 |")
                .doesNotContain("TPC-DS", "wrong")
                .as("the joins of Spark and pq2, and the operators of pq2")
                .containsPattern("\\| Q4( \\| [01] / [01] / 0 / \\d){4} \\| [1-9] \\|");
        Files.writeString(results, "TPC-DS\tparq", StandardOpenOption.APPEND);

        String second = run(directory, "--queries=TPC-(H Q4|DS Q(30|41))$", "--results=" + results);

        assertThat(Files.readAllLines(results)).hasSize(13).startsWith(lines.toArray(String[]::new));
        assertThat(second)
                .contains("### TPC-DS, files of Spark", "### TPC-DS, files of pq2")
                .contains("| Q41 |", "| sum of the 1 that are right in all engines |")
                .containsPattern("\\| Q30 \\| Spark \\| .*UNRESOLVED_COLUMN.*c_last_review_date")
                .contains("| Q30 | pq2 | not run |")
                .doesNotContain("wrong");

        Stream<String> times = first.lines().filter(line -> line.startsWith("| Q4 |"));
        assertThat(second.lines()).as("the query did not run again").containsAll(times.toList());

        assertThatThrownBy(() -> run(directory, "--queries=TPC-H Q4$", "--results=" + results, "--rounds=2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("results of another run");
    }

    @Test
    void aFreshJvmRunsTheFirstQueriesOnce(@TempDir Path directory) throws Exception {
        String[] fresh = {"--queries=TPC-H Q(6|14)$", "--writers=pq2", "--fresh=reversed", "--engine=pq2"};
        assertThatThrownBy(() -> run(directory, fresh))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("lineitem");

        run(directory, "--queries=TPC-H Q(6|14)$", "--writers=pq2");

        assertThat(run(directory, fresh))
                .containsPattern("\\| pq2 \\| reversed \\| 2 \\| 0 \\| \\d+\\.\\d{3} \\| \\d+\\.\\d{3} \\|");
    }

    @Test
    void argumentsAreChecked() {
        assertThatThrownBy(() -> create("--comet=true"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Comet is not on the class path");
        assertThatThrownBy(() -> create("--comet=false", "--engine=comet"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs Comet");
        assertThatThrownBy(() -> create("--comet=false", "--fresh=sorted"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> create("--comet=false", "--conf=spark.sql.ansi.enabled"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a setting");
        assertThatThrownBy(() -> EngineResult.parse("TPC-H\tparquet\tQ1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a result");
        assertThatThrownBy(() -> PlanCounts.parse("1 / 2 / 3")).isInstanceOf(IllegalArgumentException.class);
    }

    private static String run(Path directory, String... options) throws IOException, SQLException {
        String[] arguments = Stream.concat(
                        Stream.of("0.001", "--directory=" + directory, "--comet=false", "--warm-up=1"),
                        // The last option wins.
                        Stream.concat(Stream.of("--rounds=1"), Stream.of(options)))
                .toArray(String[]::new);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, false, UTF_8);
                PrintStream progress = new PrintStream(new ByteArrayOutputStream(), false, UTF_8)) {
            assertThat(create(arguments).run(out, progress)).isTrue();
        }
        return bytes.toString(UTF_8);
    }

    private static Benchmark create(String... arguments) {
        return new EngineComparison(new Arguments(arguments, 1, EngineComparison.OPTIONS));
    }
}
