package io.pq2.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class AggregateBenchmarkTest {

    @Test
    void allSourcesReturnTheSameRows(@TempDir Path directory) throws Exception {
        String[] arguments = {"0.002", "--directory=" + directory, "--queries=Q1$|Q6|row", "--warm-up=1", "--rounds=1"};
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean equal;
        try (PrintStream out = new PrintStream(bytes, false, UTF_8)) {
            equal = AggregateBenchmark.of(
                            new Arguments(arguments, 1, Set.of("directory", "queries", "warm-up", "rounds")))
                    .run(out, out);
        }
        assertThat(equal).isTrue();
        assertThat(bytes.toString(UTF_8))
                .contains("| Q1 |", "| a group per row |", "| half of the rows in one group |")
                .doesNotContain("WRONG");
    }
}
