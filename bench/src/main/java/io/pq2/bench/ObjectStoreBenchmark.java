package io.pq2.bench;

import io.pq2.bench.measure.Rounds;
import io.pq2.bench.store.StoreContest;
import io.pq2.bench.store.StoreContest.Distance;
import io.pq2.bench.store.StoreQuery;
import io.pq2.bench.store.StoreReport;
import io.pq2.bench.store.StoreResult;
import io.pq2.bench.store.StoreWrite;
import io.pq2.bench.store.StoreWriteResult;
import io.pq2.it.store.DistantStore;
import io.pq2.it.store.S3Proxy;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Queries and writes tables in an object store that is far away: S3Proxy, through Hadoop's S3A, with delayed answers.
 * pq2 beside the built-in source. The exit status is 1 if rows are wrong, and 2 for invalid arguments.
 */
public final class ObjectStoreBenchmark implements Benchmark {

    private static final String USAGE = """
        usage: ObjectStoreBenchmark [SCALE] [--OPTION=VALUE...]
          SCALE          TPC-H scale factor of lineitem (1)
          --directory    directory that keeps the objects for later runs (target/store)
          --delay        milliseconds before the first byte of each answer (20)
          --megabytes    megabytes per second of one connection (60)
          --connections  connections that the floor assumes (8)
          --stream       stream of S3A: classic or analytics (classic)
          --query        regular expression that selects queries and writes by their names (all)
          --picture      directory for a picture of the requests of each query (none)
          --warm-up      warm-up rounds (1)
          --rounds       measured rounds, whose median is reported (5)\
        """;

    private static final Set<String> OPTIONS =
            Set.of("directory", "delay", "megabytes", "connections", "stream", "query", "picture", "warm-up", "rounds");

    private static final String BUCKET = "bench";

    /** The analytics stream keeps the bytes that it has read, for all readers of the JVM, for one second. */
    private static final Duration ANALYTICS_PAUSE = Duration.ofSeconds(3);

    private final double scale;
    private final Path directory;
    private final Distance distance;
    private final String stream;
    private final Pattern query;
    private final Rounds rounds;
    /** Absent if no picture is wanted. */
    private final @Nullable Path pictures;

    private ObjectStoreBenchmark(Arguments arguments) {
        scale = Arguments.scale(arguments.positional(0, "1"));
        directory = arguments.path("directory", "target/store").toAbsolutePath();
        distance = new Distance(
                Duration.ofMillis(Integer.parseUnsignedInt(arguments.text("delay", "20"))),
                arguments.positive("megabytes", 60) * 1_000_000L,
                arguments.positive("connections", 8));
        stream = arguments.text("stream", "classic");
        query = arguments.pattern("query");
        rounds = arguments.rounds(1, 5);
        String picture = arguments.text("picture", "");
        pictures = picture.isEmpty() ? null : Path.of(picture);
    }

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(arguments, USAGE, 1, OPTIONS, ObjectStoreBenchmark::new);
    }

    static ObjectStoreBenchmark of(String... arguments) {
        return new ObjectStoreBenchmark(new Arguments(arguments, 1, OPTIONS));
    }

    @Override
    public boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        Path server = Files.createDirectories(directory.resolve("scale-" + scale));
        List<StoreResult> results;
        List<StoreWriteResult> writes;
        try (S3Proxy proxy = S3Proxy.start(server);
                DistantStore store = new DistantStore(proxy.port());
                SparkSession spark = Sessions.local(directory, 2, false)) {
            createBucket(proxy.port());
            configure(spark.sparkContext().hadoopConfiguration(), store.port());
            Duration pause = stream.equals("analytics") ? ANALYTICS_PAUSE : Duration.ZERO;
            StoreContest contest = new StoreContest(spark, store, rounds, pause, progress);
            List<StoreQuery> queries = Stream.of(StoreQuery.values())
                    .filter(one -> query.matcher(one.title()).find())
                    .toList();
            contest.createTables(BUCKET, queries, () -> TpchTables.lineitem(spark, scale, 2));
            results = contest.run(BUCKET, queries, distance);
            List<StoreWrite> selected = Stream.of(StoreWrite.values())
                    .filter(one -> query.matcher(one.title()).find())
                    .toList();
            writes = contest.runWrites(BUCKET, selected, distance);
        }
        out.println(Machine.describe());
        out.printf(
                Locale.ROOT,
                "scale factor %s, %d ms before each answer, %d MB/s per connection, stream %s; medians of %d rounds%n",
                scale,
                distance.delay().toMillis(),
                distance.bytesPerSecond() / 1_000_000,
                stream,
                rounds.measured());
        if (pictures != null) {
            StoreReport.draw(results, pictures);
        }
        boolean distant = distance.delay().toMillis() > 0;
        if (!results.isEmpty()) {
            StoreReport.print(results, distant, out);
        }
        if (!writes.isEmpty()) {
            StoreReport.printWrites(writes, distant, out);
        }
        return results.stream().allMatch(result -> result.wrong().isEmpty())
                && writes.stream().allMatch(result -> result.wrong().isEmpty());
    }

    private static void createBucket(int port) throws IOException {
        HttpRequest create = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + BUCKET))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        try {
            HttpClient.newHttpClient().send(create, HttpResponse.BodyHandlers.discarding());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private void configure(Configuration configuration, int port) {
        configuration.set("fs.s3a.endpoint", "http://127.0.0.1:" + port);
        configuration.set("fs.s3a.endpoint.region", "us-east-1");
        configuration.setBoolean("fs.s3a.path.style.access", true);
        configuration.set("fs.s3a.access.key", "somebody");
        configuration.set("fs.s3a.secret.key", "nothing secret");
        configuration.setInt("fs.s3a.bucket.probe", 0);
        configuration.set("fs.s3a.input.stream.type", stream);
        configuration.set("fs.s3a.buffer.dir", directory.resolve("buffer").toString());
    }
}
