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

/** A Hadoop cluster in a separate process (module {@code it/cluster}) with the jars of Hadoop's distribution. */
final class ClusterProcess implements AutoCloseable {

    private static final Path MODULE = Path.of("cluster/target").toAbsolutePath();
    private static final long SECONDS_TO_STOP = 30;

    private final Path directory;
    private final Process process;
    private final PrintWriter commands;
    private final BufferedReader answers;
    private boolean yarn;

    /** Starts HDFS and waits until it is active. */
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

    /**
     * Returns a builder for a JVM in the cluster's directory. Its class path has an entry before the cluster's Hadoop.
     */
    private ProcessBuilder java(String first, List<String> arguments) throws IOException {
        String java = System.getProperty("java.home");
        List<String> command = new ArrayList<>(List.of(
                java + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                // Killed servers do not delete Jetty's temporary directories.
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
                    + (answer == null ? "it has ended" : answer) + "; see " + directory.resolveSibling("cluster.log"));
        }
    }

    private synchronized void execute(String command) {
        commands.println(command);
        try {
            await(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts YARN if it is not running. */
    synchronized void startYarn() {
        if (!yarn) {
            execute("yarn");
            yarn = true;
        }
    }

    void stopDataNode(String host) {
        execute("stop " + host);
    }

    /** Starts a stopped datanode again and waits until the name node knows it. */
    void startDataNode(String host) {
        execute("start " + host);
    }

    /** Returns a new configuration for a client of the cluster. */
    Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.addResource(new org.apache.hadoop.fs.Path(
                directory.resolve("conf/core-site.xml").toUri()));
        // The wait before a client asks again whether a new file is complete. The default of 400 ms is most of the time
        // of tests that write many small files.
        configuration.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 10);
        return configuration;
    }

    /** Returns the file system. All callers share it. */
    FileSystem hdfs() throws IOException {
        return FileSystem.get(configuration());
    }

    /**
     * Returns a builder for a process that does the same as {@code yarn jar}.
     *
     * @param arguments the jar and the arguments of its main class
     */
    ProcessBuilder yarnJar(List<String> arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("-Xmx512m", "-Dlog.level=INFO", "org.apache.hadoop.util.RunJar"));
        all.addAll(arguments);
        ProcessBuilder builder =
                java(directory.resolve("conf").toString() + File.pathSeparator + MODULE.resolve("classes"), all);
        // RunJar unpacks the jar by default.
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
            throw new IOException("the cluster left files in " + directory);
        }
    }
}
