package io.pq2.bench.store;

import io.pq2.bench.measure.Rounds;
import io.pq2.hadoop.split.FooterCache;
import io.pq2.it.store.DistantStore;
import io.pq2.it.store.StoreRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs queries of an object store and writes to it through pq2 and through the built-in source, which take turns. Each
 * query opens the path anew.
 */
public final class StoreContest {

    /** The round trips that every query needs: listing, footers, and data. */
    private static final int ROUND_TRIPS = 3;

    private final SparkSession spark;
    private final DistantStore store;
    private final Rounds rounds;
    private final Duration pause;
    private final PrintStream progress;

    /**
     * Creates the comparison.
     *
     * @param rounds the rounds; the run with the median time is the result
     * @param pause the time before each run, in which streams forget the bytes of the run before
     * @param progress receives a line per query
     */
    public StoreContest(SparkSession spark, DistantStore store, Rounds rounds, Duration pause, PrintStream progress) {
        this.spark = spark;
        this.store = store;
        this.rounds = rounds;
        this.pause = pause;
        this.progress = progress;
    }

    /**
     * Writes the tables of queries to a bucket, unless they are there.
     *
     * @param lineitem creates TPC-H's {@code lineitem}
     */
    public void createTables(String bucket, List<StoreQuery> queries, Supplier<Dataset<Row>> lineitem)
            throws IOException {
        for (StoreTable table :
                new TreeSet<>(queries.stream().map(StoreQuery::table).toList())) {
            table.write(spark, bucket, lineitem);
            progress.println("table ready: " + table.path(bucket));
        }
    }

    /**
     * Runs queries.
     *
     * @param bucket the bucket of the tables
     * @param queries the queries to run
     * @param distance how far away the store is
     */
    public List<StoreResult> run(String bucket, List<StoreQuery> queries, Distance distance)
            throws IOException, SQLException {
        List<StoreResult> results = new ArrayList<>();
        for (StoreQuery query : queries) {
            results.add(result(bucket, query, distance));
        }
        return results;
    }

    /**
     * Runs writes.
     *
     * @param bucket the bucket to write to
     * @param writes the writes to run
     * @param distance how far away the store is
     */
    public List<StoreWriteResult> runWrites(String bucket, List<StoreWrite> writes, Distance distance)
            throws IOException, SQLException {
        List<StoreWriteResult> results = new ArrayList<>();
        for (StoreWrite write : writes) {
            results.add(result(bucket, write, distance));
        }
        return results;
    }

    private StoreWriteResult result(String bucket, StoreWrite write, Distance distance)
            throws IOException, SQLException {
        Dataset<Row> rows = write.rows(spark).cache();
        String expected = checksum(rows);
        Map<StoreWriter, List<StoreCost>> runs = rounds.run(
                List.of(StoreWriter.values()), writer -> cost(writer, write, rows, path(bucket, writer), distance));
        store.setDistance(Duration.ZERO, 0);
        List<String> wrong = new ArrayList<>();
        for (StoreWriter writer : StoreWriter.values()) {
            String found =
                    checksum(spark.read().parquet(path(bucket, writer)).select("id", "hash", "customer", "part"));
            if (!found.equals(expected)) {
                wrong.add(writer.title());
                progress.println(write.title() + ": " + writer.title() + " wrote other rows");
            }
        }
        rows.unpersist(true);
        StoreWriteResult result = new StoreWriteResult(write, medians(runs, StoreWriter.class), wrong);
        progress.printf(
                Locale.ROOT,
                "  %-28s built-in %.2f s, pq2 %.2f s, with the magic committer %.2f s%n",
                write.title(),
                result.cost(StoreWriter.BUILT_IN).seconds(),
                result.cost(StoreWriter.PQ2).seconds(),
                result.cost(StoreWriter.PQ2_MAGIC).seconds());
        return result;
    }

    private static String path(String bucket, StoreWriter writer) {
        return "s3a://" + bucket + "/written/" + writer.name();
    }

    private static String checksum(Dataset<Row> rows) {
        return rows.selectExpr("count(*)", "bit_xor(xxhash64(id, hash, customer, CAST(part AS BIGINT)))")
                .first()
                .toString();
    }

    /** Runs a write in place of an earlier one, whose removal is not measured. */
    private StoreCost cost(StoreWriter writer, StoreWrite write, Dataset<Row> rows, String table, Distance distance)
            throws IOException {
        writer.prepare(spark);
        Path path = new Path(table);
        store.setDistance(Duration.ZERO, 0);
        path.getFileSystem(spark.sparkContext().hadoopConfiguration()).delete(path, true);
        store.setDistance(distance.delay(), distance.bytesPerSecond());
        return cost(() -> write.run(rows, writer, table));
    }

    /**
     * The distance of a store.
     *
     * @param delay the time before the first byte of each answer
     * @param bytesPerSecond the most bytes that one connection transfers in a second
     * @param connections the connections that the floor of a query's time assumes
     */
    public record Distance(Duration delay, long bytesPerSecond, int connections) {

        /** Returns the seconds that reading takes at least. */
        double floor(long bytes) {
            return ROUND_TRIPS * delay.toNanos() / 1e9 + (double) bytes / bytesPerSecond / connections;
        }
    }

    private StoreResult result(String bucket, StoreQuery query, Distance distance) throws IOException, SQLException {
        String path = query.table().path(bucket);
        store.setDistance(Duration.ZERO, 0);
        List<String> wrong = new ArrayList<>();
        Object expected = query.answer(open(StoreSource.BUILT_IN, path));
        for (StoreSource source : StoreSource.values()) {
            Object answer = query.answer(open(source, path));
            if (!answer.equals(expected)) {
                wrong.add(source.title());
                progress.println(
                        query.title() + ": " + source.title() + " returns " + answer + " instead of " + expected);
            }
        }
        store.setDistance(distance.delay(), distance.bytesPerSecond());
        Map<StoreSource, List<StoreCost>> runs =
                rounds.run(List.of(StoreSource.values()), source -> cost(source, query, path));
        Map<StoreSource, StoreCost> medians = medians(runs, StoreSource.class);
        long bytes = Objects.requireNonNull(medians.get(StoreSource.PQ2)).bytes();
        StoreResult result = new StoreResult(query, medians, distance.floor(bytes), wrong);
        progress.printf(
                Locale.ROOT,
                "  %-28s built-in %.2f s, pq2 %.2f s, ratio %.2f%n",
                query.title(),
                result.cost(StoreSource.BUILT_IN).seconds(),
                result.cost(StoreSource.PQ2).seconds(),
                result.ratio(StoreSource.PQ2));
        return result;
    }

    private static <T extends Enum<T>> Map<T, StoreCost> medians(Map<T, List<StoreCost>> runs, Class<T> type) {
        Map<T, StoreCost> medians = new EnumMap<>(type);
        runs.forEach((source, costs) -> medians.put(
                source,
                costs.stream()
                        .sorted(Comparator.comparingDouble(StoreCost::seconds))
                        .toList()
                        .get(costs.size() / 2)));
        return medians;
    }

    private Dataset<Row> open(StoreSource source, String path) {
        return spark.read().format(source.format()).load(path);
    }

    private StoreCost cost(StoreSource source, StoreQuery query, String path) {
        // Otherwise, the footers of the previous round would be left over.
        FooterCache.shared(0);
        return cost(() -> query.run(open(source, path)));
    }

    private StoreCost cost(Runnable action) {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        store.takeRequests();
        long start = System.nanoTime();
        action.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        List<StoreRequest> requests = store.takeRequests();
        return new StoreCost(seconds, requests);
    }
}
