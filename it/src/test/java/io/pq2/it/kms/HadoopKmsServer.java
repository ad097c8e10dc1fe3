package io.pq2.it.kms;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Runs a real Hadoop KMS as a process on a port of the loopback interface, with its keys in a JCEKS file. All users may
 * use all keys, except those that a test reserves for one user. {@link #ADMIN} creates and rolls keys.
 */
final class HadoopKmsServer implements AutoCloseable {

    static final String ADMIN = "keyadmin";

    /** The folder with the jars of the server, filled by the build of the module pq2-it-kms-server. */
    private static final Path JARS = Path.of("kms-server", "target", "jars");

    private static final Duration START = Duration.ofMinutes(2);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Path directory;
    private final int port = freePort();
    private final Map<String, String> onlyFor = new TreeMap<>();
    private Process process;

    /**
     * Prepares a server.
     *
     * @param directory the folder for its configuration, keys and log
     */
    HadoopKmsServer(Path directory) {
        this.directory = directory;
    }

    /** Reserves a key for one user. To be called before the start. */
    HadoopKmsServer onlyFor(String user, String key) {
        onlyFor.put(key, user);
        return this;
    }

    /** Starts the server, also after it was killed, and waits until it answers. */
    HadoopKmsServer start() {
        if (!Files.isDirectory(JARS)) {
            throw new AssertionError("the jars of the KMS are not in " + JARS.toAbsolutePath()
                    + ": mvn process-test-resources -pl it/kms-server puts them there");
        }
        try {
            configure();
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--add-opens=java.base/java.lang=ALL-UNNAMED",
                            "-Xmx192m",
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            // The lowest count that the JDK allows. Each access to a key runs this number of
                            // iterations.
                            "-Djdk.jceks.iterationCount=10000",
                            "-Dlog4j.configuration="
                                    + directory.resolve("log4j.properties").toUri(),
                            "-Dkms.config.dir=" + directory,
                            "-Dkms.log.dir=" + directory,
                            "-Dhadoop.tmp.dir=" + directory.resolve("tmp"),
                            "-cp",
                            directory + File.pathSeparator + JARS.toAbsolutePath() + File.separator + "*",
                            "org.apache.hadoop.crypto.key.kms.server.KMSWebServer")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
            Process started = process;
            Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
            awaitAnswer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Kills the process, like a machine that loses power. */
    void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Suspends the process, with its connections open, until {@link #resume}. */
    void suspend() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    /** Returns the URL of the server for configurations. */
    String address() {
        return "kms://http@127.0.0.1:" + port + "/kms";
    }

    HadoopKmsServer create(String key, int bits) {
        post("keys", "{\"name\":\"" + key + "\",\"cipher\":\"AES/CTR/NoPadding\",\"length\":" + bits + "}", 201);
        return this;
    }

    void roll(String key) {
        post("key/" + key, "{}", 200);
    }

    void delete(String key) {
        send(request("key/" + key).DELETE(), 200);
    }

    /** Returns the number of answered requests whose log lines contain all of these words. */
    long requests(String... words) {
        try (Stream<String> lines = Files.lines(log())) {
            return lines.filter(line -> line.contains("http.requests.kms"))
                    .filter(line -> Stream.of(words).allMatch(line::contains))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits until the log has a number of these requests. The server logs a request after it has started to answer it.
     */
    void await(long count, String... words) {
        for (int i = 0; i < 500 && requests(words) < count; i++) {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Override
    public void close() {
        if (process != null) {
            kill();
        }
    }

    private Path log() {
        return directory.resolve("kms.log");
    }

    private void configure() throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("kms.keystore.password"), "of the tests");
        properties("core-site.xml", Map.of());
        properties(
                "kms-site.xml",
                Map.of(
                        "hadoop.kms.http.host", "127.0.0.1",
                        "hadoop.kms.http.port", Integer.toString(port),
                        "hadoop.kms.key.provider.uri",
                                "jceks://file@" + directory.resolve("kms.jceks").toAbsolutePath(),
                        "hadoop.security.keystore.java-keystore-provider.password-file", "kms.keystore.password",
                        "hadoop.kms.authentication.type", "simple",
                        // By default, the server generates 150 encrypted keys at the first use of a key.
                        "hadoop.security.kms.encrypted.key.cache.size", "4",
                        "hadoop.security.kms.encrypted.key.cache.low.watermark", "0.5"));
        Map<String, String> acls = new TreeMap<>();
        acls.put("default.key.acl.MANAGEMENT", ADMIN);
        acls.put("default.key.acl.READ", ADMIN);
        acls.put("default.key.acl.GENERATE_EEK", "*");
        acls.put("default.key.acl.DECRYPT_EEK", "*");
        onlyFor.forEach((key, user) -> {
            acls.put("key.acl." + key + ".MANAGEMENT", ADMIN);
            acls.put("key.acl." + key + ".READ", ADMIN);
            acls.put("key.acl." + key + ".GENERATE_EEK", user);
            acls.put("key.acl." + key + ".DECRYPT_EEK", user);
        });
        properties("kms-acls.xml", acls);
        Files.write(
                directory.resolve("log4j.properties"),
                List.of(
                        "log4j.rootLogger=INFO, out",
                        "log4j.appender.out=org.apache.log4j.ConsoleAppender",
                        "log4j.appender.out.layout=org.apache.log4j.PatternLayout",
                        "log4j.appender.out.layout.ConversionPattern=%d %p %c %m%n"));
    }

    private void properties(String file, Map<String, String> values) throws IOException {
        StringBuilder text = new StringBuilder("<configuration>\n");
        values.forEach((name, value) ->
                text.append("<property><name>" + name + "</name><value>" + value + "</value></property>\n"));
        Files.writeString(directory.resolve(file), text.append("</configuration>\n"));
    }

    private void awaitAnswer() {
        long start = System.nanoTime();
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() - start > START.toNanos()) {
                throw new AssertionError("the KMS does not start: " + lastLines());
            }
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private boolean answers() {
        try {
            HttpRequest names = request("keys/names").GET().build();
            return http.send(names, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private String lastLines() {
        try {
            List<String> lines = Files.readAllLines(log(), UTF_8);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void post(String path, String body, int status) {
        send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)),
                status);
    }

    private void send(HttpRequest.Builder request, int status) {
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != status) {
                throw new AssertionError(response.statusCode() + ": " + response.body());
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/kms/v1/" + path + "?user.name=" + ADMIN))
                .timeout(Duration.ofSeconds(30));
    }

    private void signal(String signal) {
        try {
            Process sent = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
            if (sent.waitFor() != 0) {
                throw new AssertionError("cannot send signal " + signal);
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
