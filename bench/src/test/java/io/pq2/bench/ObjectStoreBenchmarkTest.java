package io.pq2.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class ObjectStoreBenchmarkTest {

    @Test
    void queriesAndWritesHaveTheSameRows(@TempDir Path directory) throws Exception {
        Path pictures = directory.resolve("pictures");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean equal;
        try (PrintStream out = new PrintStream(bytes, false, UTF_8)) {
            equal = ObjectStoreBenchmark.of(
                            "0.002",
                            "--directory=" + directory,
                            "--delay=2",
                            "--query=bloom|count|2 files",
                            "--picture=" + pictures,
                            "--rounds=1")
                    .run(out, out);
        }
        assertThat(equal).isTrue();
        assertThat(bytes.toString(UTF_8))
                .contains(
                        "| count(*) |", "| point lookup, bloom filter |", "| write of 2 files | pq2, magic committer |")
                .contains("Geometric mean of pq2 / built-in: ");
        assertThat(pictures.resolve("count.svg"))
                .content()
                .startsWith("<svg ")
                .contains(">built-in: ", ">pq2: ", "<rect ");
        assertThat(Files.exists(pictures.resolve("point-with-bloom-filter.svg")))
                .isTrue();
    }
}
