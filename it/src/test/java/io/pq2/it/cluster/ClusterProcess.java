package io.pq2.it.cluster;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** A Hadoop cluster in a process of its own (module {@code it/cluster}), with Hadoop as its distribution has it. */
final class ClusterProcess implements AutoCloseable {

    private static final Path MODULE = Path.of("cluster/target").toAbsolutePath();
    private static final long SECONDS_TO_STOP = 30;

    private final Path directory;
    private final Process process;
    private final PrintWriter commands;
    private final BufferedReader answers;
    private boolean yarn;

    /** Starts HDFS, and waits for it. */
    ClusterProcess() {
        try {
            directory = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "cluster")
                    .toAbsolutePath();
            List<String> arguments =
                    new ArrayList<>(List.of("-Xmx1g", "-Dtest.build.data=" + directory.resolve("yarn")));
            arguments.add("io.pq2.it.cluster.HadoopCluster");
            arguments.add(directory.toString());
            process = java(MODULE.resolve("classes").toString(), arguments)
                    .redirectError(directory.resolveSibling("cluster.log").toFile())
                    .start();
            commands = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
            answers = process.inputReader(StandardCharsets.UTF_8);
            await("start");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the builder of a JVM in the cluster's directory, with a class path before the cluster's Hadoop. */
    private ProcessBuilder java(String first, List<String> arguments) throws IOException {
        String java = System.getProperty("java.home");
        List<String> command = new ArrayList<>(List.of(
                java + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                // Jetty of servers that are killed would leave its directories in that of the machine.
                "-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")),
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-cp",
                first
                        + File.pathSeparator
                        + Files.readString(MODULE.resolve("class-path")).strip()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().put("JAVA_HOME", java);
        return builder;
    }

    private void await(String command) throws IOException {
        String answer = answers.readLine();
        if (!"done".equals(answer)) {
            throw new IllegalStateException("the cluster does not " + command + ": "
                    + (answer == null ? "it ended" : answer) + "; see " + directory.resolveSibling("cluster.log"));
        }
    }

    private synchronized void obey(String command) {
        commands.println(command);
        try {
            await(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts YARN, if it does not run. */
    synchronized void startYarn() {
        if (!yarn) {
            obey("yarn");
            yarn = true;
        }
    }

    void stopDataNode(String host) {
        obey("stop " + host);
    }

    /** Starts a datanode that was stopped, and waits until HDFS knows it. */
    void startDataNode(String host) {
        obey("start " + host);
    }

    /** What a client of the cluster must know, anew for each caller. */
    Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.addResource(new org.apache.hadoop.fs.Path(
                directory.resolve("conf/core-site.xml").toUri()));
        return configuration;
    }

    /** The file system, which its callers share. */
    FileSystem hdfs() throws IOException {
        return FileSystem.get(configuration());
    }

    /**
     * What {@code yarn jar} does, in a process of its own.
     *
     * @param arguments the jar, and what its main class is told
     */
    ProcessBuilder yarnJar(List<String> arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("-Xmx512m", "-Dlog.level=INFO", "org.apache.hadoop.util.RunJar"));
        all.addAll(arguments);
        ProcessBuilder builder =
                java(directory.resolve("conf").toString() + File.pathSeparator + MODULE.resolve("classes"), all);
        // It unpacks jars otherwise.
        builder.environment().put("HADOOP_CLIENT_SKIP_UNJAR", "true");
        return builder.redirectErrorStream(true);
    }

    @Override
    public void close() throws IOException {
        hdfs().close();
        commands.close();
        try {
            if (!process.waitFor(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try (Stream<Path> left = Files.walk(directory)) {
            left.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        }
        if (Files.exists(directory)) {
            throw new IOException("the cluster left something in " + directory);
        }
    }
}
