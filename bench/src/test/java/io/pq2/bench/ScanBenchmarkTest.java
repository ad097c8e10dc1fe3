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
class ScanBenchmarkTest {

    @Test
    void scansAreComparedWithBatchesInMemoryAndWithDecompression(@TempDir Path directory) throws Exception {
        String[] arguments = {"0.001", directory.toString(), "--floor=true"};
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, false, UTF_8)) {
            assertThat(ScanBenchmark.of(new Arguments(arguments, 2, Set.of("floor")))
                            .run(out, out))
                    .isTrue();
        }
        assertThat(bytes.toString(UTF_8))
                .contains("| pq2 | snappy | all |", "| Spark | zstd | comments |", "| geometric mean |");
    }
}
