package io.pq2.it.s3a;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs S3Proxy in a separate process with its own class path, on a free port of the loopback interface. */
final class S3Proxy implements AutoCloseable {

    /** The file with the class path, written by the build of the module {@code it/s3proxy}. */
    private static final Path CLASS_PATH = Path.of("s3proxy", "target", "class-path");

    private static final Pattern STARTED = Pattern.compile("Started .*ServerConnector.*\\{127\\.0\\.0\\.1:(\\d+)}.*");
    private static final int SECONDS_TO_START = 60;

    private static final String LOGGING = """
            <configuration>
              <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%msg%n</pattern></encoder>
              </appender>
              <root level="INFO"><appender-ref ref="OUT"/></root>
            </configuration>
            """;

    private final Process process;
    private final int port;

    /**
     * Starts the server.
     *
     * @param directory an empty directory for the objects and the server's files
     */
    S3Proxy(Path directory) throws IOException, InterruptedException {
        if (!Files.exists(CLASS_PATH)) {
            throw new IOException(
                    CLASS_PATH.toAbsolutePath() + " is missing: run `mvn generate-test-resources -pl it/s3proxy`");
        }
        Path objects = Files.createDirectory(directory.resolve("objects"));
        Path logging = Files.writeString(directory.resolve("logback.xml"), LOGGING);
        Path properties = Files.writeString(
                directory.resolve("s3proxy.properties"),
                String.join(
                        "\n",
                        "s3proxy.endpoint=http://127.0.0.1:0",
                        "s3proxy.authorization=none",
                        "jclouds.provider=filesystem-nio2",
                        "jclouds.filesystem.basedir=" + objects.toString().replace("\\", "\\\\")));
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-Dlogback.configurationFile=" + logging.toUri(),
                        "-cp",
                        Files.readString(CLASS_PATH).trim(),
                        "org.gaul.s3proxy.Main",
                        "--properties",
                        properties.toString())
                .redirectErrorStream(true)
                .start();
        try {
            port = awaitPort();
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private int awaitPort() throws IOException, InterruptedException {
        CompletableFuture<Integer> started = new CompletableFuture<>();
        Thread reader = new Thread(() -> readOutput(started), "s3proxy-output");
        reader.setDaemon(true);
        reader.start();
        try {
            return started.get(SECONDS_TO_START, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("S3Proxy does not start", e);
        }
    }

    /** Reads the output until the process ends. A process blocks if its output is not read. */
    private void readOutput(CompletableFuture<Integer> started) {
        StringBuilder before = new StringBuilder();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                Matcher matcher = STARTED.matcher(line);
                if (matcher.matches()) {
                    started.complete(Integer.valueOf(matcher.group(1)));
                } else if (!started.isDone()) {
                    before.append(line).append('\n');
                }
            }
        } catch (IOException e) {
            // The process was stopped while it wrote output.
            started.completeExceptionally(e);
        } finally {
            started.completeExceptionally(new IOException("its output:\n" + before));
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
