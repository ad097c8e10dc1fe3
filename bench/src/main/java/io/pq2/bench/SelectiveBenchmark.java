package io.pq2.bench;

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
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;

/**
 * Selective queries of {@code lineitem}, sorted by {@code l_shipdate}: pq2 through Spark and by itself beside Spark's built-in
 * source, DuckDB and parquet-java, in one JVM, one thread, taking turns. Exits with 1 if somebody found other rows, with 2 if the
 * arguments are wrong.
 */
public final class SelectiveBenchmark {

    private static final String USAGE = """
            usage: SelectiveBenchmark [SCALE] [--OPTION=VALUE...]
              SCALE         TPC-H scale factor (1)
              --directory   where the tables are kept for the next time (target/selective)
              --tables      only tables in whose title this regular expression is found
              --queries     only queries in whose title this regular expression is found
              --engines     only engines in whose name this regular expression is found
              --warm-up     rounds before those that count (2)
              --rounds      rounds of which the median counts (5)""";

    private double scale;
    private Path directory = Path.of("target/selective");
    private Pattern tables = Pattern.compile("");
    private Pattern queries = Pattern.compile("");
    private Pattern engines = Pattern.compile("");
    private int warmUp = 2;
    private int rounds = 5;

    private SelectiveBenchmark() {}

    /** @param arguments see the text that wrong arguments print */
    public static void main(String[] arguments) throws IOException, SQLException {
        SelectiveBenchmark benchmark = new SelectiveBenchmark();
        try {
            for (String argument : arguments) {
                benchmark.accept(argument);
            }
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + System.lineSeparator() + USAGE);
            System.exit(2);
        }
        System.exit(benchmark.run(System.out, System.err) ? 0 : 1);
    }

    private void accept(String argument) {
        if (!argument.startsWith("--")) {
            if (scale > 0) {
                throw new IllegalArgumentException("one argument too many: " + argument);
            }
            scale = positive(Double.parseDouble(argument));
            return;
        }
        int equals = argument.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("an option without a value: " + argument);
        }
        String value = argument.substring(equals + 1);
        switch (argument.substring(2, equals)) {
            case "directory" -> directory = Path.of(value);
            case "tables" -> tables = Pattern.compile(value);
            case "queries" -> queries = Pattern.compile(value);
            case "engines" -> engines = Pattern.compile(value);
            case "warm-up" -> warmUp = (int) positive(Integer.parseInt(value));
            case "rounds" -> rounds = (int) positive(Integer.parseInt(value));
            default -> throw new IllegalArgumentException("no such option: " + argument);
        }
    }

    private static double positive(double number) {
        if (!(number > 0)) {
            throw new IllegalArgumentException("not a positive number: " + number);
        }
        return number;
    }

    private boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        long start = System.nanoTime();
        double factor = scale > 0 ? scale : 1;
        List<SelectResult> results = new ArrayList<>();
        try (SparkSession spark = Sessions.local(directory.toAbsolutePath(), 1, false)) {
            List<TableFiles> all = SelectTables.in(
                    directory.toAbsolutePath(), spark, factor, () -> TpchTables.lineitem(spark, factor, 4));
            double made = (System.nanoTime() - start) / 1e9;
            progress.printf(Locale.ROOT, "tables after %.0f s%n", made);
            try (SelectContest contest = new SelectContest(
                    spark, factor, name -> engines.matcher(name).find(), warmUp, rounds, progress)) {
                for (TableFiles table : all) {
                    if (tables.matcher(table.title()).find()) {
                        results.addAll(contest.run(
                                table, title -> queries.matcher(title).find()));
                    }
                }
            }
        }
        out.println(Machine.describe());
        out.printf(Locale.ROOT, "scale factor %s; medians of %d after %d rounds of warm-up%n", factor, rounds, warmUp);
        SelectReport.print(results, out);
        progress.printf(Locale.ROOT, "%n%.0f seconds%n", (System.nanoTime() - start) / 1e9);
        return results.stream().allMatch(result -> result.remarks().isEmpty());
    }
}
