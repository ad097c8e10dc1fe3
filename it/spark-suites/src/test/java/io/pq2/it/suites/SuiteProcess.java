package io.pq2.it.suites;

import io.pq2.it.suites.Outcome.State;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Runs suites of Spark in a separate process, because Spark has one context and one class path in a process. */
final class SuiteProcess {

    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final String SUITES = "suites";
    private static final long MAX_MINUTES = 120;

    private final Path directory;
    private final List<String> classPath = new ArrayList<>();
    private final List<String> properties = new ArrayList<>();

    private SuiteProcess(String name) throws IOException {
        directory = Files.createDirectories(TARGET.resolve(name));
        classPath.add(TARGET.resolve(SUITES).toString());
        classPath.add(TARGET.resolve("test-classes").toString());
        classPath.add(Files.readString(TARGET.resolve("class-path-of-spark")).strip());
    }

    /** Returns a process without pq2. */
    static SuiteProcess builtIn() throws IOException {
        return new SuiteProcess("built-in");
    }

    /** Returns a process in which pq2 takes the place of the built-in source. */
    static SuiteProcess replaced() throws IOException {
        SuiteProcess process = new SuiteProcess("replaced");
        process.classPath.add(
                Files.readString(TARGET.resolve("class-path-of-pq2")).strip());
        process.properties.add("-Dspark.pq2.replace.parquet=true");
        process.properties.add("-Dspark.sql.extensions=io.pq2.spark.Pq2SessionExtensions");
        return process;
    }

    /**
     * Runs suites one after the other.
     *
     * @param suites names of classes
     */
    SortedMap<SuiteTest, Outcome> run(List<String> suites) throws IOException, InterruptedException {
        Path outcomes = directory.resolve("outcomes");
        Path log = directory.resolve("log");
        Files.deleteIfExists(outcomes);
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(List.of("-Xmx3g", "-Xss4m", "-ea", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(
                List.of(System.getProperty("pq2.spark.jvm.options").strip().split("\\s+")));
        command.add("-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")));
        // As in Spark's build.
        command.addAll(List.of("-Dspark.testing=true", "-Dspark.ui.enabled=false"));
        // Tests of Python functions look for Python there, and are canceled.
        command.add("-Dspark.test.home=" + directory);
        command.add("-D" + OutcomeReporter.FILE + "=" + outcomes);
        command.addAll(properties);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath)));
        command.addAll(List.of(
                "org.scalatest.tools.Runner", "-R", TARGET.resolve(SUITES).toString()));
        command.addAll(List.of("-oW", "-C", OutcomeReporter.class.getName()));
        for (String suite : suites) {
            command.addAll(List.of("-s", suite));
        }
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the suites took more than " + MAX_MINUTES + " minutes; see " + log);
            }
        } finally {
            process.destroyForcibly();
        }
        return read(outcomes, log);
    }

    private static SortedMap<SuiteTest, Outcome> read(Path file, Path log) throws IOException {
        List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        if (lines.isEmpty() || !lines.get(lines.size() - 1).equals(OutcomeReporter.COMPLETE)) {
            throw new IllegalStateException("the suites did not end; see " + log);
        }
        SortedMap<SuiteTest, Outcome> outcomes = new TreeMap<>();
        for (String line : lines.subList(0, lines.size() - 1)) {
            String[] parts = line.split("\t", -1);
            outcomes.put(new SuiteTest(parts[1], parts[2]), new Outcome(State.valueOf(parts[0]), parts[3]));
        }
        return outcomes;
    }
}
