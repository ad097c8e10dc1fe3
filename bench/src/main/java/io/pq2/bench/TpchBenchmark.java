package io.pq2.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.ReportWriter;
import io.pq2.bench.measure.Rounds;
import io.pq2.bench.memory.MemoryTables;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Runs the 22 queries of TPC-H in Spark, on two threads: pq2 compared with the built-in source, in one JVM, taking
 * turns. Both sources write files, and both read the files of both. On request, a third source returns the same rows
 * in batches from memory, which no reader can surpass. The exit status is 1 if a source returned other rows, and 2 for
 * invalid arguments.
 */
public final class TpchBenchmark implements Benchmark {

    private static final String USAGE = """
        usage: TpchBenchmark [SCALE] [--OPTION=VALUE...]
          SCALE         TPC-H scale factor (1)
          --directory   directory that keeps the files for later runs (target/tpch)
          --queries     run only queries whose name, such as Q1, matches this regular expression
          --writers     read only files of writers, pq2 or parquet, that match this regular expression
          --memory      true: also read batches in memory, which takes 8 GiB for scale factor 1 (false)
          --warm-up     warm-up rounds (2)
          --rounds      measured rounds, whose median is reported (5)\
        """;

    static final Set<String> OPTIONS = Set.of("directory", "queries", "writers", "memory", "warm-up", "rounds");

    private static final int QUERIES = 22;
    private static final String PQ2 = "pq2";
    private static final String BUILT_IN = "parquet";
    private static final String MEMORY = "memory";

    /** The time of a query. */
    private record Cost(double seconds, double taskSeconds) {}

    private final double scale;
    private final Path directory;
    private final Pattern queries;
    private final Pattern writers;
    private final List<String> readers;
    private final Rounds rounds;
    private boolean equal = true;

    private TpchBenchmark(Arguments arguments) {
        scale = Arguments.scale(arguments.positional(0, "1"));
        directory = arguments.path("directory", "target/tpch").toAbsolutePath();
        queries = arguments.pattern("queries");
        writers = arguments.pattern("writers");
        readers = arguments.flag("memory", false) ? List.of(PQ2, BUILT_IN, MEMORY) : List.of(PQ2, BUILT_IN);
        rounds = arguments.rounds(2, 5);
    }

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(arguments, USAGE, 1, OPTIONS, TpchBenchmark::of);
    }

    static TpchBenchmark of(Arguments arguments) {
        return new TpchBenchmark(arguments);
    }

    @Override
    public boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        try (SparkSession spark = Sessions.local(directory, 2, false)) {
            TaskTime taskTime = new TaskTime(spark.sparkContext());
            out.println(Machine.describe());
            out.printf(
                    Locale.ROOT,
                    "scale factor %s; medians of %d rounds after %d warm-up rounds; wall time and processor time of"
                            + " tasks in seconds%n",
                    scale,
                    rounds.measured(),
                    rounds.warmUp());
            for (String writer : List.of(PQ2, BUILT_IN)) {
                if (writers.matcher(writer).find()) {
                    Map<String, SparkSession> sessions = new LinkedHashMap<>();
                    for (String reader : readers) {
                        sessions.put(reader, session(spark, writer, reader, progress));
                    }
                    measure(sessions, writer, taskTime, out);
                }
            }
        }
        return equal;
    }

    /** Returns a session whose views are the tables of a writer, read by a format. */
    private SparkSession session(SparkSession spark, String writer, String reader, PrintStream progress) {
        SparkSession session = spark.newSession();
        for (String table : TpchTables.names()) {
            Path path = directory.resolve(writer + "-" + scale).resolve(table);
            String location = path.toUri().toString();
            if (!Files.exists(path.resolve("_SUCCESS"))) {
                progress.printf("writing %s with %s ...%n", table, writer);
                TpchTables.rows(spark, table, scale, 2)
                        .write()
                        .mode(SaveMode.Overwrite)
                        .format(writer)
                        .save(location);
            }
            Dataset<Row> rows = reader.equals(MEMORY)
                    ? MemoryTables.copy(
                            session, table, session.read().format(PQ2).load(location))
                    : session.read().format(reader).load(location);
            rows.createOrReplaceTempView(table);
        }
        return session;
    }

    private void measure(Map<String, SparkSession> sessions, String writer, TaskTime taskTime, PrintStream out)
            throws IOException, SQLException {
        ReportWriter report = new ReportWriter(out);
        report.heading(3, "Files of " + (writer.equals(PQ2) ? "pq2" : "Spark"));
        List<String> titles = new ArrayList<>(List.of("query"));
        titles.addAll(readers);
        readers.forEach(reader -> titles.add("tasks: " + reader));
        others().forEach(reader -> titles.add(BUILT_IN + " / " + reader));
        others().forEach(reader -> titles.add("tasks: " + BUILT_IN + " / " + reader));
        report.head(1, titles);
        List<List<Double>> gains = new ArrayList<>();
        for (int number = 1; number <= QUERIES; number++) {
            if (!queries.matcher("Q" + number).find()) {
                continue;
            }
            String query = query(number);
            Set<List<String>> answers = new LinkedHashSet<>();
            Map<String, List<Cost>> costs = rounds.run(readers, reader -> {
                taskTime.next();
                Answer answer =
                        Answer.of(Objects.requireNonNull(sessions.get(reader)).sql(query));
                answers.add(answer.rows().stream().map(Row::toString).toList());
                return new Cost(answer.seconds(), taskTime.next());
            });
            equal &= answers.size() == 1;
            List<String> cells = new ArrayList<>(List.of("Q" + number + (answers.size() == 1 ? "" : " (WRONG ROWS)")));
            readers.forEach(reader -> cells.add(ReportWriter.number(seconds(costs, reader), 3)));
            readers.forEach(reader -> cells.add(ReportWriter.number(taskSeconds(costs, reader), 3)));
            List<Double> ratios = new ArrayList<>();
            others().forEach(reader -> ratios.add(seconds(costs, BUILT_IN) / seconds(costs, reader)));
            others().forEach(reader -> ratios.add(taskSeconds(costs, BUILT_IN) / taskSeconds(costs, reader)));
            ratios.forEach(ratio -> cells.add(ReportWriter.number(ratio, 2)));
            gains.add(ratios);
            report.row(cells);
        }
        List<String> means = new ArrayList<>(List.of("geometric mean"));
        means.addAll(Collections.nCopies(2 * readers.size(), ""));
        for (int i = 0; i < 2 * others().size(); i++) {
            int ratio = i;
            means.add(ReportWriter.number(Averages.geometricMean(gains, ratios -> ratios.get(ratio)), 2));
        }
        report.row(means);
    }

    /** Returns what is compared with the built-in source. */
    private List<String> others() {
        return readers.stream().filter(reader -> !reader.equals(BUILT_IN)).toList();
    }

    private static double seconds(Map<String, List<Cost>> costs, String reader) {
        return Averages.median(costs.getOrDefault(reader, List.of()), Cost::seconds);
    }

    private static double taskSeconds(Map<String, List<Cost>> costs, String reader) {
        return Averages.median(costs.getOrDefault(reader, List.of()), Cost::taskSeconds);
    }

    private static String query(int number) throws IOException {
        String name = String.format(Locale.ROOT, "/tpch/q%02d.sql", number);
        try (InputStream text = Objects.requireNonNull(TpchBenchmark.class.getResourceAsStream(name), name)) {
            return new String(text.readAllBytes(), UTF_8);
        }
    }
}
