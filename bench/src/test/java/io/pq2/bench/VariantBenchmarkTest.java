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
class VariantBenchmarkTest {

    @Test
    void bothSourcesReturnTheSameEvents(@TempDir Path directory) throws Exception {
        String[] arguments = {
            "500", "--directory=" + directory, "--cases=filter on time", "--writers=pq2", "--warm-up=1", "--rounds=1"
        };
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean equal;
        try (PrintStream out = new PrintStream(bytes, false, UTF_8)) {
            equal = VariantBenchmark.of(new Arguments(arguments, 1, VariantBenchmark.OPTIONS))
                    .run(out, out);
        }
        assertThat(equal).isTrue();
        assertThat(bytes.toString(UTF_8))
                .contains("### Bytes of the files", "### Files of pq2, not shredded", "### Files of pq2, shredded")
                .contains("| a filter on time |")
                .doesNotContain("DIFFERENT", "| two fields |", "### Files of Spark");
    }
}
