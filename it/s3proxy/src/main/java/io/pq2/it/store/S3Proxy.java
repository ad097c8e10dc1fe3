package io.pq2.it.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
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
public final class S3Proxy implements AutoCloseable {

    /** The class path of the server, written by the build of this module. */
    private static final String CLASS_PATH = "s3proxy.class-path";

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
     * @param directory a directory for the objects and the server's files, which keeps the objects for later servers
     * @throws IOException if the server does not start, or the thread is interrupted
     */
    public static S3Proxy start(Path directory) throws IOException {
        try {
            return new S3Proxy(directory);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private S3Proxy(Path directory) throws IOException, InterruptedException {
        Path objects = Files.createDirectories(directory.resolve("objects"));
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
                        classPath(),
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

    private static String classPath() throws IOException {
        try (InputStream file = S3Proxy.class.getResourceAsStream(CLASS_PATH)) {
            if (file == null) {
                throw new IOException(CLASS_PATH + " is missing: run `mvn process-classes -pl it/s3proxy`");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).trim();
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

    /** Returns the port of the loopback interface on which the server listens. */
    public int port() {
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
