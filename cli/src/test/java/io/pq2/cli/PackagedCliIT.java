package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the packaged jar in its own JVM, without other jars. */
class PackagedCliIT {

    @TempDir
    Path directory;

    /** The exit code and the printed text, including standard error. */
    private record Result(int code, String output) {}

    private Result run(KeyFileTable table, String command) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                System.getProperty("pq2.cli.jar"),
                command));
        line.addAll(table.kms());
        line.add(table.directory().toString());
        File output = directory.resolve("output").toFile();
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            return new Result(process.exitValue(), Files.readString(output.toPath(), StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void rotatesAndListsATable() throws IOException, InterruptedException {
        KeyFileTable table = new KeyFileTable(directory);
        Path file = table.encrypted("a.parquet");
        table.setVersions(1, 2);
        Result rotated = run(table, "rotate");
        assertThat(rotated.output()).contains("1 files rotated").contains("This is for tests");
        assertThat(rotated.code()).isZero();
        table.setVersions(2, 2);
        table.check(file);
        Result listed = run(table, "audit");
        assertThat(listed.output()).contains("own key").contains("kc version 2");
        assertThat(listed.code()).isZero();
        assertThat(listed.output()).doesNotContain("SLF4J").doesNotContain("NativeCodeLoader");
    }
}
