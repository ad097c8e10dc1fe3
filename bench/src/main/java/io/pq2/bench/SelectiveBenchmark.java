package io.pq2.bench;

import io.pq2.bench.measure.Rounds;
import io.pq2.bench.select.SelectContest;
import io.pq2.bench.select.SelectReport;
import io.pq2.bench.select.SelectResult;
import io.pq2.bench.select.SelectTables;
import io.pq2.bench.select.TableFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;

/**
 * Runs selective queries of {@code lineitem}, sorted by {@code l_shipdate}: pq2 through Spark and on its own, compared
 * with Spark's built-in source, DuckDB and parquet-java, in one JVM, taking turns. The exit status is 1 if an engine
 * returned wrong rows, and 2 for invalid arguments.
 */
public final class SelectiveBenchmark implements Benchmark {

    private static final String USAGE = """
        usage: SelectiveBenchmark [SCALE] [--OPTION=VALUE...]
          SCALE         TPC-H scale factor (1)
          --directory   directory that keeps the tables for later runs (target/selective)
          --tables      run only tables whose title matches this regular expression
          --queries     run only queries whose title matches this regular expression
          --engines     run only engines whose name matches this regular expression
          --threads     threads of Spark (1); the engines without Spark use one
          --floor       true: also a source of Spark with the rows of each query in memory (false)
          --warm-up     warm-up rounds (2)
          --rounds      measured rounds, whose median is reported (5)\
        """;

    private static final Set<String> OPTIONS =
            Set.of("directory", "tables", "queries", "engines", "threads", "floor", "warm-up", "rounds");

    private final double scale;
    private final Path directory;
    private final Pattern tables;
    private final Pattern queries;
    private final Pattern engines;
    private final int threads;
    private final boolean withFloor;
    private final Rounds rounds;

    private SelectiveBenchmark(Arguments arguments) {
        scale = Arguments.scale(arguments.positional(0, "1"));
        directory = arguments.path("directory", "target/selective").toAbsolutePath();
        tables = arguments.pattern("tables");
        queries = arguments.pattern("queries");
        engines = arguments.pattern("engines");
        threads = arguments.positive("threads", 1);
        withFloor = arguments.flag("floor", false);
        rounds = arguments.rounds(2, 5);
    }

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(arguments, USAGE, 1, OPTIONS, SelectiveBenchmark::new);
    }

    @Override
    public boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        long start = System.nanoTime();
        List<SelectResult> results = new ArrayList<>();
        try (SparkSession spark = Sessions.local(directory, threads, false)) {
            List<TableFiles> all = SelectTables.in(directory, spark, scale, () -> TpchTables.lineitem(spark, scale, 4));
            double seconds = (System.nanoTime() - start) / 1e9;
            progress.printf(Locale.ROOT, "tables ready after %.0f s%n", seconds);
            try (SelectContest contest = new SelectContest(
                    spark, scale, name -> engines.matcher(name).find(), withFloor, rounds, progress)) {
                for (TableFiles table : all) {
                    if (tables.matcher(table.title()).find()) {
                        results.addAll(contest.run(
                                table, title -> queries.matcher(title).find()));
                    }
                }
            }
        }
        out.println(Machine.describe());
        out.printf(
                Locale.ROOT,
                "scale factor %s; Spark with %d threads; medians of %d rounds after %d warm-up rounds%n",
                scale,
                threads,
                rounds.measured(),
                rounds.warmUp());
        SelectReport.print(results, out);
        progress.printf(Locale.ROOT, "%n%.0f seconds%n", (System.nanoTime() - start) / 1e9);
        return results.stream().allMatch(result -> result.remarks().isEmpty());
    }
}
