package io.pq2.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.metadata.RowGroup;
import io.pq2.read.ParquetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs tasks with a heap of 256 MiB, a row group size of 128 MiB, and 50 columns that do not compress. */
class SmallHeapTest {

    @TempDir
    Path directory;

    private void run(String heap, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeap.class.getName()));
        command.addAll(List.of(arguments));
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private String table() {
        return directory.resolve("table").toUri().toString();
    }

    private List<RowGroup> rowGroups() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("table"))) {
            Path file = files.filter(path -> path.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow();
            Files.move(file, directory.resolve("table/wide.parquet"));
        }
        Configuration configuration = new Configuration(false);
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(
                directory.resolve("table/wide.parquet").toUri());
        try (ParquetFile opened = ParquetFile.open(HadoopInputFile.of(file, configuration))) {
            return opened.metadata().rowGroups();
        }
    }

    @Test
    void writesAndReadsRowGroupsOfTheConfiguredSize() throws Exception {
        run("-Xmx256m", "write", table(), "pq2.write.memoryBytes", "0");
        assertThat(rowGroups().get(0).totalByteSize()).isGreaterThan(120L << 20);
        run("-Xmx256m", "read", table());
    }

    @Test
    void writesSmallerRowGroupsWithinTheDefaultBudget() throws Exception {
        run("-Xmx256m", "write", table());
        assertThat(rowGroups()).isNotEmpty().allMatch(group -> group.totalByteSize() < 100L << 20);
        run("-Xmx256m", "read", table());
    }
}
