package io.pq2.bench.select;

import io.pq2.bench.measure.Rounds;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.spark.sql.SparkSession;

/** Times all engines on the same files. First compares the rows that they return, then lets them take turns. */
public final class SelectContest implements AutoCloseable {

    private final List<SelectEngine> engines = new ArrayList<>();
    private final DuckDbSelect duckDb;
    private final double scale;
    private final Rounds rounds;
    private final PrintStream progress;

    /**
     * Creates the comparison.
     *
     * @param spark a session
     * @param scale the TPC-H scale factor of the tables
     * @param engineNames selects the engines
     * @param withFloor whether to run also the source that has the rows of each query in memory
     * @param rounds the rounds; the median of the measured ones is the result
     * @param progress receives a line per query
     */
    public SelectContest(
            SparkSession spark,
            double scale,
            Predicate<String> engineNames,
            boolean withFloor,
            Rounds rounds,
            PrintStream progress)
            throws SQLException {
        this.scale = scale;
        this.rounds = rounds;
        this.progress = progress;
        duckDb = new DuckDbSelect();
        List<SelectEngine> all = new ArrayList<>(SparkSelect.of(spark, withFloor));
        all.addAll(List.of(new Pq2Select(), duckDb, new ParquetJavaSelect()));
        all.stream().filter(engine -> engineNames.test(engine.name())).forEach(engines::add);
    }

    /**
     * Runs the queries of a table with all engines.
     *
     * @param titles selects the queries
     */
    public List<SelectResult> run(TableFiles table, Predicate<String> titles) throws IOException, SQLException {
        for (SelectEngine engine : engines) {
            engine.prepare(table);
        }
        List<SelectResult> results = new ArrayList<>();
        for (SelectQuery query : SelectQueries.of(table, duckDb, scale)) {
            if (titles.test(query.title())) {
                results.add(run(table, query));
            }
        }
        return results;
    }

    private SelectResult run(TableFiles table, SelectQuery query) throws IOException, SQLException {
        Digest expected = duckDb(table, query);
        Map<String, String> remarks = new LinkedHashMap<>();
        List<SelectEngine> right = new ArrayList<>();
        for (SelectEngine engine : engines) {
            Digest found = engine.digest(table, query);
            if (found.equals(expected)) {
                right.add(engine);
            } else {
                remarks.put(engine.name(), found + " instead of " + expected);
                progress.printf("%s, %s: %s returns %s%n", table.title(), query.title(), engine.name(), found);
            }
        }
        Map<String, SelectCost> costs = time(table, query, expected, right);
        SelectResult result = new SelectResult(table, query, expected.rows(), costs, remarks);
        progress.printf(Locale.ROOT, "  %s, %,d rows%n", result.title(), expected.rows());
        costs.forEach((engine, cost) -> progress.printf(
                Locale.ROOT,
                "    %-14s %.3f s, CPU %.3f s, %.3f MB%n",
                engine,
                cost.seconds(),
                cost.taskSeconds(),
                cost.bytes() / 1e6));
        return result;
    }

    private Digest duckDb(TableFiles table, SelectQuery query) throws IOException, SQLException {
        duckDb.prepare(table);
        return duckDb.digest(table, query);
    }

    private Map<String, SelectCost> time(
            TableFiles table, SelectQuery query, Digest expected, List<SelectEngine> contestants)
            throws IOException, SQLException {
        Map<String, SelectCost> medians = new LinkedHashMap<>();
        rounds.run(contestants, engine -> engine.run(table, query, expected))
                .forEach((engine, costs) -> medians.put(engine.name(), SelectCost.of(costs)));
        return medians;
    }

    @Override
    public void close() throws SQLException {
        duckDb.close();
    }
}
