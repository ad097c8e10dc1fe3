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
class NestedBenchmarkTest {

    @Test
    void bothSourcesReturnTheSameRows(@TempDir Path directory) throws Exception {
        String[] arguments = {
            "0.001", "--directory=" + directory, "--queries=^[^1]", "--v1=true", "--warm-up=1", "--rounds=1"
        };
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean equal;
        try (PrintStream out = new PrintStream(bytes, false, UTF_8)) {
            equal = NestedBenchmark.of(new Arguments(arguments, 1, SourceComparison.OPTIONS))
                    .run(out, out);
        }
        assertThat(equal).isTrue();
        assertThat(bytes.toString(UTF_8))
                .contains("### Files of pq2", "### Files of Spark", "| whole rows |", "| structs in lists |")
                .doesNotContain("WRONG");
    }
}
