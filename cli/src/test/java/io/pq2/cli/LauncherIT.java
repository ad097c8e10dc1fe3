package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the launcher with the jar for local files. */
class LauncherIT {

    private static final long MAX_JAR_BYTES = 15_000_000;
    private static final int STARTS = 10;
    /** A start alone takes less; other work on the machine must not fail the build. */
    private static final Duration MAX_START = Duration.ofMillis(500);
    /** The limit on a machine where a JVM itself starts slowly, as a multiple of the start of a JVM. */
    private static final int MAX_STARTS_OF_JVM = 10;

    @TempDir
    Path directory;

    private String file;

    @BeforeEach
    void writeTable() throws IOException {
        file = new ExampleTable(directory)
                .path()
                .resolve("country=CH/part-0.parquet")
                .toString();
    }

    /** The exit code, the printed text with standard error, and the duration. */
    private record Result(int code, String output, Duration duration) {}

    private Result run(String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("sh", System.getProperty("pq2.launcher")));
        line.addAll(Arrays.asList(arguments));
        Path output = directory.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("PQ2_CACHE", directory.resolve("cache").toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("HADOOP_CONF_DIR");
        return run(builder, output);
    }

    private static Result run(ProcessBuilder builder, Path output) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = builder.start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            Duration duration = Duration.ofNanos(System.nanoTime() - start);
            return new Result(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8), duration);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void theJarIsSmallAndContainsNothingOfHadoop() throws IOException {
        Path jar = Path.of(System.getProperty("pq2.local.jar"));
        assertThat(Files.size(jar)).isLessThan(MAX_JAR_BYTES);
        try (JarFile content = new JarFile(jar.toFile())) {
            assertThat(content.stream().map(entry -> entry.getName()))
                    .noneMatch(name -> name.contains("hadoop"))
                    .contains("META-INF/LICENSE", "META-INF/NOTICE", "io/pq2/cli/Main.class");
        }
    }

    @Test
    void aCommandStartsFastFromTheSecondRunOn() throws IOException, InterruptedException {
        Result first = run("schema", file);
        assertThat(first.output()).startsWith("message person {").doesNotContain("warning");
        assertThat(first.code()).isZero();
        assertThat(directory.resolve("cache"))
                .isDirectoryContaining(path -> path.toString().endsWith(".jsa"));
        Duration fastest = Duration.ofHours(1);
        Duration fastestJvm = fastest;
        for (int i = 0; i < STARTS && fastest.compareTo(MAX_START) > 0; i++) {
            Result next = run("schema", file);
            assertThat(next.output()).isEqualTo(first.output());
            fastest = Collections.min(List.of(fastest, next.duration()));
            fastestJvm = Collections.min(List.of(fastestJvm, startOfJvm()));
        }
        assertThat(fastest)
                .as("the start of a command; that of a JVM alone takes %s", fastestJvm)
                .isLessThanOrEqualTo(Collections.max(List.of(MAX_START, fastestJvm.multipliedBy(MAX_STARTS_OF_JVM))));
    }

    private Duration startOfJvm() throws IOException, InterruptedException {
        Path output = directory.resolve("version");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Result result = run(
                new ProcessBuilder(java, "-version").redirectErrorStream(true).redirectOutput(output.toFile()), output);
        assertThat(result.code()).isZero();
        return result.duration();
    }

    @Test
    void rowsAreReadAndTheCommandsForKeysAreMissing() throws IOException, InterruptedException {
        Result rows = run("cat", "--format", "csv", "--columns", "id,name", file);
        assertThat(rows.output().lines()).startsWith("id,name", "0,name 0").hasSize(7);
        assertThat(run("help").output()).contains("schema").doesNotContain("rotate");
        Result audit = run("audit", file);
        assertThat(audit.code()).isEqualTo(2);
        assertThat(audit.output())
                .contains("audit needs Hadoop's configuration")
                .contains("standalone jar")
                .hasLineCount(1);
        for (String[] help : new String[][] {{"head", "--help"}, {"help", "head"}, {"man", "head"}}) {
            assertThat(run(help).output())
                    .contains("limit")
                    .doesNotContain("conf")
                    .doesNotContain("KEY=VALUE");
        }
    }

    @Test
    void otherFileSystemsNeedAnotherJar() throws IOException, InterruptedException {
        Result result = run("schema", "hdfs://namenode/data");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.output()).contains("hdfs://namenode/data: this jar reads local files only");
        assertThat(run("schema", "-D", "a=b", file).output()).contains("settings (-D, --conf)");
    }
}
