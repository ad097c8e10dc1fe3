package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Reads other writers' files and mutations of them in a JVM with 256 MiB. The build reads a few mutations of each file;
 * the profile {@code small-heap} reads those with the seeds from {@code small-heap.from} to {@code small-heap.to}, so
 * that a run can continue where another one ended.
 */
@Tag("random")
class SmallHeapFilesTest {

    private static final String FROM = "pq2.small-heap.from";

    @BeforeAll
    static void needsOthersFiles() {
        SharedFiles.parquetFiles("data");
        SharedFiles.real();
    }

    private static void run(String heap, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-XX:+ExitOnOutOfMemoryError",
                "-Dpq2.shared=" + System.getProperty("pq2.shared"),
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeapFiles.class.getName()));
        command.addAll(List.of(arguments));
        // The test's own output goes where the build wants it.
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.PIPE)
                .start();
        try {
            List<String> failures = new ArrayList<>();
            process.inputReader().lines().forEach(line -> {
                System.out.println(line);
                if (line.contains("FAILED") || line.contains("OutOfMemory")) {
                    failures.add(line);
                }
            });
            assertThat(failures).isEmpty();
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void readsEachFileOrGivesATypedError() throws IOException, InterruptedException {
        run("-Xmx256m", "files");
    }

    @Test
    void readsMutations() throws IOException, InterruptedException {
        long from = Long.getLong(FROM, 0);
        run("-Xmx256m", "mutations", Long.toString(from), Long.toString(Long.getLong("pq2.small-heap.to", from + 20)));
    }

    @Test
    @EnabledIfSystemProperty(named = FROM, matches = ".+")
    void readsTheLargestStringsWithRaisedLimits() throws IOException, InterruptedException {
        run("-Xmx6g", "large");
    }
}
