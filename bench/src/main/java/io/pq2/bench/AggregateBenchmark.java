package io.pq2.bench;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.ReportWriter;
import io.pq2.bench.measure.Rounds;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Runs aggregations of {@code lineitem}, and of a table with millions of groups, in Spark, on two threads: pq2 with and
 * without partial aggregates, compared with the built-in source, in one JVM, taking turns. Both sources write files,
 * and all read the files of both. The exit status is 1 if a source returned other rows, and 2 for invalid arguments.
 */
public final class AggregateBenchmark implements Benchmark {

    private static final String USAGE = """
        usage: AggregateBenchmark [SCALE] [--OPTION=VALUE...]
          SCALE         TPC-H scale factor (1), for 20 million rows of the table with many groups
          --directory   directory that keeps the files for later runs (target/aggregate)
          --queries     run only queries whose title matches this regular expression
          --warm-up     warm-up rounds (2)
          --rounds      measured rounds, whose median is reported (5)\
        """;

    private static final Set<String> OPTIONS = Set.of("directory", "queries", "warm-up", "rounds");
    private static final String PARTIAL_AGGREGATES = "pq2.partialAggregates";

    private static final long ROWS_PER_SCALE = 20_000_000;

    /** What runs a query. */
    private enum Contestant {
        PQ2("pq2", "true"),
        ROW_BY_ROW("pq2", "false"),
        BUILT_IN("parquet", "false");

        private final String format;
        private final String partialAggregates;

        Contestant(String format, String partialAggregates) {
            this.format = format;
            this.partialAggregates = partialAggregates;
        }
    }

    private final double scale;
    private final Path directory;
    private final Pattern queries;
    private final Rounds rounds;
    private boolean equal = true;

    private AggregateBenchmark(Arguments arguments) {
        scale = Arguments.scale(arguments.positional(0, "1"));
        directory = arguments.path("directory", "target/aggregate").toAbsolutePath();
        queries = arguments.pattern("queries");
        rounds = arguments.rounds(2, 5);
    }

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(arguments, USAGE, 1, OPTIONS, AggregateBenchmark::of);
    }

    static AggregateBenchmark of(Arguments arguments) {
        return new AggregateBenchmark(arguments);
    }

    /** Returns the queries by title. The first ones are queries, or subqueries, of TPC-H. */
    private static Map<String, String> queries() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put(
                "Q1",
                "SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),"
                        + " sum(l_extendedprice * (1 - l_discount)),"
                        + " sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)), avg(l_quantity),"
                        + " avg(l_extendedprice), avg(l_discount), count(*) FROM lineitem"
                        + " WHERE l_shipdate <= DATE '1998-09-02' GROUP BY l_returnflag, l_linestatus");
        all.put(
                "Q6",
                "SELECT sum(l_extendedprice * l_discount) FROM lineitem WHERE l_shipdate >= DATE '1994-01-01'"
                        + " AND l_shipdate < DATE '1995-01-01' AND l_discount BETWEEN 0.05 AND 0.07"
                        + " AND l_quantity < 24");
        all.put(
                "Q15, revenue by supplier",
                "SELECT l_suppkey, sum(l_extendedprice * (1 - l_discount)) FROM lineitem"
                        + " WHERE l_shipdate >= DATE '1996-01-01' AND l_shipdate < DATE '1996-04-01'"
                        + " GROUP BY l_suppkey");
        all.put("Q17, quantity by part", "SELECT l_partkey, avg(l_quantity) FROM lineitem GROUP BY l_partkey");
        all.put("Q18, quantity by order", "SELECT l_orderkey, sum(l_quantity) FROM lineitem GROUP BY l_orderkey");
        all.put(
                "Q20, quantity by part and supplier",
                "SELECT l_partkey, l_suppkey, sum(l_quantity) FROM lineitem WHERE l_shipdate >= DATE '1994-01-01'"
                        + " AND l_shipdate < DATE '1995-01-01' GROUP BY l_partkey, l_suppkey");
        all.put("rows by mode", "SELECT l_shipmode, count(*), max(l_receiptdate) FROM lineitem GROUP BY l_shipmode");
        all.put(
                "one row",
                "SELECT sum(l_partkey), min(l_commitdate), max(l_extendedprice), avg(l_linenumber) FROM lineitem");
        all.put("distinct suppliers", "SELECT count(DISTINCT l_suppkey) FROM lineitem");
        all.put(
                "a group per row",
                "SELECT l_orderkey, l_linenumber, sum(l_quantity) FROM lineitem GROUP BY l_orderkey, l_linenumber");
        return all;
    }

    /** Returns the queries of the table with many groups, by title. */
    private static Map<String, String> queriesOfKeys() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("10 million groups, sorted", "SELECT sorted, sum(v), count(*) FROM keys GROUP BY sorted");
        all.put("10 million groups, scattered", "SELECT scattered, sum(v), count(*) FROM keys GROUP BY scattered");
        all.put("half of the rows in one group", "SELECT skewed, sum(v), count(*) FROM keys GROUP BY skewed");
        return all;
    }

    @Override
    public boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        try (SparkSession spark = Sessions.local(directory, 2, false)) {
            out.println(Machine.describe());
            out.printf(
                    Locale.ROOT,
                    "scale factor %s; medians of %d rounds after %d warm-up rounds, in seconds%n",
                    scale,
                    rounds.measured(),
                    rounds.warmUp());
            for (String writer : List.of("pq2", "parquet")) {
                measure(spark, writer, progress, out);
            }
        }
        return equal;
    }

    private Path write(SparkSession spark, String writer, String table, PrintStream progress) {
        Path path = directory.resolve(table + "-" + writer + "-" + scale);
        if (!Files.exists(path.resolve("_SUCCESS"))) {
            progress.printf("writing %s with %s ...%n", table, writer);
            Dataset<Row> rows = table.equals("keys") ? keys(spark) : TpchTables.lineitem(spark, scale, 2);
            rows.write()
                    .mode(SaveMode.Overwrite)
                    .format(writer)
                    .save(path.toUri().toString());
        }
        return path;
    }

    /** Returns rows with keys in ascending order, in no order, and with one key in half of the rows. */
    private Dataset<Row> keys(SparkSession spark) {
        long rows = Math.max(2, Math.round(ROWS_PER_SCALE * scale));
        String scattered = "id * 7919 % " + rows / 2;
        return spark.range(0, rows, 1, 2)
                .selectExpr(
                        "id DIV 2 AS sorted",
                        scattered + " AS scattered",
                        "IF(hash(id) % 2 = 0, -1, " + scattered + ") AS skewed",
                        "CAST(id % 1000 AS INT) AS v");
    }

    private void measure(SparkSession spark, String writer, PrintStream progress, PrintStream out)
            throws IOException, SQLException {
        ReportWriter report = new ReportWriter(out);
        report.heading(3, "Files of " + (writer.equals("pq2") ? "pq2" : "Spark"));
        report.head(1, "query", "pq2", "pq2, row by row", "built-in", "built-in / pq2", "row by row / pq2");
        measure(spark, "lineitem", queries(), write(spark, writer, "lineitem", progress), report);
        measure(spark, "keys", queriesOfKeys(), write(spark, writer, "keys", progress), report);
    }

    private void measure(SparkSession spark, String table, Map<String, String> asked, Path file, ReportWriter report)
            throws IOException, SQLException {
        List<Double> gains = new ArrayList<>();
        for (Map.Entry<String, String> query : asked.entrySet()) {
            if (!queries.matcher(query.getKey()).find()) {
                continue;
            }
            Map<Contestant, List<String>> answers = new LinkedHashMap<>();
            Map<Contestant, List<Double>> seconds = rounds.run(List.of(Contestant.values()), contestant -> {
                Answer answer = ask(spark, contestant, table, file, query.getValue());
                answers.put(contestant, sorted(answer.rows()));
                return answer.seconds();
            });
            equal &= answers.values().stream().distinct().count() == 1;
            double ours = median(seconds, Contestant.PQ2);
            double rowByRow = median(seconds, Contestant.ROW_BY_ROW);
            double builtIn = median(seconds, Contestant.BUILT_IN);
            gains.add(builtIn / ours);
            report.row(
                    query.getKey() + (answers.values().stream().distinct().count() == 1 ? "" : " (WRONG ROWS)"),
                    ReportWriter.number(ours, 3),
                    ReportWriter.number(rowByRow, 3),
                    ReportWriter.number(builtIn, 3),
                    ReportWriter.number(builtIn / ours, 2),
                    ReportWriter.number(rowByRow / ours, 2));
        }
        if (gains.isEmpty()) {
            return;
        }
        report.row(
                "geometric mean of " + table,
                "",
                "",
                "",
                ReportWriter.number(Averages.geometricMean(gains, Double::doubleValue), 2),
                "");
    }

    private static Answer ask(SparkSession spark, Contestant contestant, String table, Path file, String query) {
        spark.read().format(contestant.format).load(file.toUri().toString()).createOrReplaceTempView(table);
        spark.conf().set(PARTIAL_AGGREGATES, contestant.partialAggregates);
        try {
            // Only the number and a fingerprint of many rows are collected.
            return Answer.of(spark.sql("SELECT count(*), bit_xor(xxhash64(*)) FROM (" + query + ")"));
        } finally {
            spark.conf().unset(PARTIAL_AGGREGATES);
        }
    }

    private static double median(Map<Contestant, List<Double>> seconds, Contestant contestant) {
        return Averages.median(seconds.getOrDefault(contestant, List.of()), Double::doubleValue);
    }

    private static List<String> sorted(List<Row> rows) {
        return rows.stream()
                .map(Row::toString)
                .sorted(Comparator.naturalOrder())
                .toList();
    }
}
