package io.pq2.bench.store;

import io.pq2.bench.measure.Rounds;
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
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs queries of an object store through pq2 and through the built-in source, which take turns. Each run opens the
 * path anew.
 */
public final class StoreContest {

    /** The round trips that every query needs: listing, footers, and data. */
    private static final int ROUND_TRIPS = 3;

    private final SparkSession spark;
    private final DistantStore store;
    private final Rounds rounds;
    private final PrintStream progress;

    /**
     * Creates the comparison.
     *
     * @param rounds the rounds; the run with the median time is the result
     * @param progress receives a line per query
     */
    public StoreContest(SparkSession spark, DistantStore store, Rounds rounds, PrintStream progress) {
        this.spark = spark;
        this.store = store;
        this.rounds = rounds;
        this.progress = progress;
    }

    /**
     * Writes the missing tables to a bucket.
     *
     * @param lineitem creates TPC-H's {@code lineitem}
     */
    public void write(String bucket, Supplier<Dataset<Row>> lineitem) throws IOException {
        for (StoreTable table : StoreTable.values()) {
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
        Map<StoreSource, StoreCost> medians = new EnumMap<>(StoreSource.class);
        runs.forEach((source, costs) -> medians.put(
                source,
                costs.stream()
                        .sorted(Comparator.comparingDouble(StoreCost::seconds))
                        .toList()
                        .get(costs.size() / 2)));
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

    private Dataset<Row> open(StoreSource source, String path) {
        return spark.read().format(source.format()).load(path);
    }

    private StoreCost cost(StoreSource source, StoreQuery query, String path) {
        store.takeRequests();
        long start = System.nanoTime();
        query.run(open(source, path));
        double seconds = (System.nanoTime() - start) / 1e9;
        List<StoreRequest> requests = store.takeRequests();
        return new StoreCost(seconds, requests);
    }
}
