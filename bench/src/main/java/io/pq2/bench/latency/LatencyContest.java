package io.pq2.bench.latency;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.Rounds;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Times small queries of a table through pq2 and through the built-in source, which take turns. The time includes
 * opening the path if it is a new one, planning, and collecting the rows.
 */
public final class LatencyContest {

    private final SparkSession spark;
    private final Path table;
    private final Path links;
    private final Rounds rounds;
    private final PrintStream progress;
    private int paths;

    /**
     * Creates the comparison.
     *
     * @param table the directory with the files of {@code lineitem}
     * @param links a directory on the same file system, which receives new paths of the same files
     * @param rounds the rounds; the median of the measured ones is the result
     * @param progress receives a line per query
     */
    public LatencyContest(SparkSession spark, Path table, Path links, Rounds rounds, PrintStream progress) {
        this.spark = spark;
        this.table = table;
        this.links = links;
        this.rounds = rounds;
        this.progress = progress;
    }

    /** Runs all queries. */
    public List<LatencyResult> run() throws IOException, SQLException {
        List<LatencyResult> results = new ArrayList<>();
        for (SmallQuery query : SmallQuery.values()) {
            results.add(result(query.title() + ", new path", query, source -> onNewPath(source, query)));
        }
        Map<LatencySource, Dataset<Row>> held = new HashMap<>();
        for (LatencySource source : LatencySource.ALL) {
            source.select(spark);
            held.put(source, source.open(spark, table.toString()));
        }
        for (SmallQuery query : SmallQuery.values()) {
            results.add(result(query.title() + ", held DataFrame", query, source -> {
                Dataset<Row> opened = Objects.requireNonNull(held.get(source));
                return Timed.of(() -> query.rows(opened));
            }));
        }
        return results;
    }

    private Timed onNewPath(LatencySource source, SmallQuery query) throws IOException {
        Path path = newPath();
        Timed timed = Timed.of(() -> query.rows(source.open(spark, path.toString())));
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(path);
        return timed;
    }

    /** Returns a directory that Spark has not seen, with links to the files of the table. */
    private Path newPath() throws IOException {
        Path path = Files.createDirectories(links.resolve("path-" + paths++));
        try (Stream<Path> files = Files.list(table)) {
            for (Path file : files.toList()) {
                Files.createLink(path.resolve(file.getFileName()), file);
            }
        }
        return path;
    }

    private LatencyResult result(String title, SmallQuery query, Rounds.Turn<LatencySource, Timed> turn)
            throws IOException, SQLException {
        Map<LatencySource, List<Timed>> turns = rounds.run(LatencySource.ALL, source -> {
            source.select(spark);
            return turn.cost(source);
        });
        Object expected = query.answer(
                Objects.requireNonNull(turns.get(LatencySource.BUILT_IN)).get(0).rows());
        Map<String, Double> seconds = new LinkedHashMap<>();
        Map<String, String> wrong = new LinkedHashMap<>();
        turns.forEach((source, costs) -> {
            seconds.put(source.name(), Averages.median(costs, Timed::seconds));
            costs.stream()
                    .map(cost -> query.answer(cost.rows()))
                    .filter(answer -> !answer.equals(expected))
                    .findFirst()
                    .ifPresent(answer -> wrong.put(source.name(), answer + " instead of " + expected));
        });
        progress.printf(Locale.ROOT, "  %s%n", title);
        seconds.forEach((source, time) -> progress.printf(Locale.ROOT, "    %-16s %.1f ms%n", source, time * 1e3));
        wrong.forEach((source, answer) -> progress.printf("    %s returns %s%n", source, answer));
        return new LatencyResult(title, seconds, wrong);
    }

    /** The rows of a query and the time that it took. */
    private record Timed(List<Row> rows, double seconds) {

        /** A query that is timed. */
        @FunctionalInterface
        interface Query {
            List<Row> rows();
        }

        static Timed of(Query query) {
            long start = System.nanoTime();
            List<Row> rows = query.rows();
            return new Timed(rows, (System.nanoTime() - start) / 1e9);
        }
    }
}
