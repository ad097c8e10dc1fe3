package io.pq2.it.s3a;

import io.pq2.it.store.S3Proxy;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * An S3 store that all test classes share. It stops after the last one. Tests receive it as a constructor parameter.
 */
final class S3Store implements ExtensionContext.Store.CloseableResource {

    /** A bucket that is read with S3A's default stream, which caches and reads ahead. */
    static final String ANALYTICS = "analytics";

    /** A bucket that is read with S3A's older stream, which requests exactly the bytes that are read. */
    static final String CLASSIC = "classic";

    private final java.nio.file.Path directory;
    private final S3Proxy server;
    private final FaultyProxy proxy;

    /** Passes the store to tests. */
    static final class Extension implements ParameterResolver, BeforeEachCallback {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == S3Store.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return store(context);
        }

        @Override
        public void beforeEach(ExtensionContext context) {
            store(context).proxy.reset();
        }

        private static S3Store store(ExtensionContext context) {
            return context.getRoot()
                    .getStore(ExtensionContext.Namespace.create(S3Store.class))
                    .getOrComputeIfAbsent(S3Store.class, type -> start(), S3Store.class);
        }

        private static S3Store start() {
            try {
                return new S3Store();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    private S3Store() throws IOException, InterruptedException {
        directory = Files.createTempDirectory("pq2-s3a");
        server = S3Proxy.start(directory);
        proxy = new FaultyProxy(server.port());
        createBucket(ANALYTICS);
        createBucket(CLASSIC);
    }

    private void createBucket(String name) throws IOException, InterruptedException {
        HttpRequest create = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/" + name))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        int status = HttpClient.newHttpClient()
                .send(create, HttpResponse.BodyHandlers.discarding())
                .statusCode();
        if (status != 200) {
            throw new IOException("creating bucket " + name + " returned status " + status);
        }
    }

    static Path path(String bucket, String key) {
        return new Path("s3a://" + bucket + "/" + key);
    }

    /** Returns the port of the server itself. */
    int serverPort() {
        return server.port();
    }

    /** Returns the proxy between the file system and the store. */
    FaultyProxy proxy() {
        return proxy;
    }

    /** Returns a user's configuration for the store, with short retry intervals. */
    Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set("fs.s3a.endpoint", "http://127.0.0.1:" + proxy.port());
        configuration.set("fs.s3a.endpoint.region", "us-east-1");
        configuration.setBoolean("fs.s3a.path.style.access", true);
        configuration.set("fs.s3a.access.key", "somebody");
        configuration.set("fs.s3a.secret.key", "nothing secret");
        configuration.setInt("fs.s3a.bucket.probe", 0);
        configuration.set("fs.s3a.buffer.dir", directory.resolve("buffer").toString());
        configuration.set("fs.s3a.retry.interval", "10ms");
        configuration.setInt("fs.s3a.retry.limit", 3);
        configuration.set("fs.s3a.retry.throttle.interval", "10ms");
        configuration.setInt("fs.s3a.retry.throttle.limit", 3);
        configuration.setInt("fs.s3a.attempts.maximum", 1);
        configuration.set("fs.s3a.bucket." + CLASSIC + ".input.stream.type", "classic");
        configuration.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        return configuration;
    }

    /**
     * Returns a configuration for jobs in this process.
     *
     * @param committer the S3A committer of the output
     */
    Configuration jobConfiguration(String committer) {
        Configuration configuration = configuration();
        configuration.set("fs.s3a.committer.name", committer);
        configuration.set(
                "fs.s3a.committer.staging.tmp.path",
                directory.resolve("staging").toUri().toString());
        configuration.set("mapreduce.framework.name", "local");
        configuration.setInt("mapreduce.client.completion.pollinterval", 20);
        configuration.setInt("mapreduce.client.progressmonitor.pollinterval", 20);
        return configuration;
    }

    /** Returns the keys of uploads that are neither completed nor aborted, as the store lists them. */
    List<String> uploads(String bucket) throws IOException, InterruptedException {
        HttpRequest list = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.port() + "/" + bucket + "?uploads"))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(list, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("listing uploads returned status " + answer.statusCode() + ": " + answer.body());
        }
        return Pattern.compile("<Upload>.*?<Key>(.*?)</Key>", Pattern.DOTALL)
                .matcher(answer.body())
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Override
    public void close() throws IOException {
        path(ANALYTICS, "any").getFileSystem(configuration()).close();
        path(CLASSIC, "any").getFileSystem(configuration()).close();
        proxy.close();
        server.close();
        List<java.nio.file.Path> files = new ArrayList<>();
        try (Stream<java.nio.file.Path> all = Files.walk(directory)) {
            all.sorted(Comparator.reverseOrder()).forEach(files::add);
        }
        for (java.nio.file.Path file : files) {
            Files.delete(file);
        }
    }
}
