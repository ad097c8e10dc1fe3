package io.pq2.bench;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.ReportWriter;
import io.pq2.bench.measure.Rounds;
import io.pq2.bench.memory.MemoryTables;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs queries in Spark, on two threads: pq2 compared with the built-in source, in one JVM, taking turns. Both sources
 * write files, and both read the files of both. On request, pq2 also reads through V1, and a third source returns the
 * same rows in batches from memory. The exit status is 1 if a source returned other rows, and 2 for invalid arguments.
 *
 * <p>Rows are compared without the LIMIT of a query, because its order may have ties. Each later run must return as
 * many rows as the first source, all of them among the rows without the LIMIT.
 */
final class SourceComparison implements Benchmark {

    static final Set<String> OPTIONS =
            Set.of("directory", "queries", "writers", "v1", "memory", "plans", "shares", "warm-up", "rounds");

    /** What reads the tables. */
    private enum Reader {
        PQ2("pq2", "pq2"),
        PQ2_V1("pq2 V1", "pq2"),
        BUILT_IN("parquet", "parquet"),
        MEMORY("memory", "pq2");

        private final String title;
        private final String format;

        Reader(String title, String format) {
            this.title = title;
            this.format = format;
        }
    }

    /** The time of a query. */
    private record Cost(double seconds, double taskSeconds) {}

    private final Workload workload;
    private final double scale;
    private final Path directory;
    private final WorkloadTables tables;
    private final Pattern queries;
    private final Pattern writers;
    private final List<Reader> readers = new ArrayList<>();
    private final boolean isPlans;
    private final boolean isShares;
    private final Rounds rounds;
    private boolean equal = true;

    SourceComparison(Arguments arguments, Workload workload, String defaultDirectory) {
        this.workload = workload;
        scale = Arguments.scale(arguments.positional(0, "1"));
        directory = arguments.path("directory", defaultDirectory).toAbsolutePath();
        tables = new WorkloadTables(workload, scale, directory);
        queries = arguments.pattern("queries");
        writers = arguments.pattern("writers");
        readers.add(Reader.PQ2);
        if (arguments.flag("v1", false)) {
            readers.add(Reader.PQ2_V1);
        }
        readers.add(Reader.BUILT_IN);
        if (arguments.flag("memory", false)) {
            readers.add(Reader.MEMORY);
        }
        isPlans = arguments.flag("plans", false);
        isShares = arguments.flag("shares", false);
        rounds = arguments.rounds(2, 5);
    }

    /** Returns the text that is printed for invalid arguments. */
    static String usage(String benchmark, String workload, String query, String directory) {
        return String.format(Locale.ROOT, """
                usage: %s [SCALE] [--OPTION=VALUE...]
                  SCALE         %s scale factor (1)
                  --directory   directory that keeps the files for later runs (%s)
                  --queries     run only queries whose name, such as %s, matches this regular expression
                  --writers     read only files of writers, pq2 or parquet, that match this regular expression
                  --v1          true: pq2 also reads through V1 (false)
                  --memory      true: also read batches in memory, which takes 8 GiB for scale factor 1 (false)
                  --plans       true: print the join strategies and the tasks of each query instead of its time (false)
                  --shares      true: print what the tasks of each query do instead of its time (false)
                  --warm-up     warm-up rounds (2)
                  --rounds      measured rounds, whose median is reported (5)\
                """, benchmark, workload, directory, query);
    }

    @Override
    public boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        Map<String, String> texts = new LinkedHashMap<>(workload.queries());
        texts.keySet().removeIf(name -> !queries.matcher(name).find());
        try (SparkSession spark = Sessions.local(directory, 2, false)) {
            TaskTime taskTime = new TaskTime(spark.sparkContext());
            out.println(Machine.describe());
            out.printf(Locale.ROOT, "scale factor %s", scale);
            if (isShares) {
                out.printf(
                        Locale.ROOT,
                        "; samples of %d rounds after %d warm-up rounds; percent",
                        rounds.measured(),
                        rounds.warmUp());
            } else if (!isPlans) {
                out.printf(
                        Locale.ROOT,
                        "; medians of %d rounds after %d warm-up rounds; wall time and processor time of"
                                + " tasks in seconds",
                        rounds.measured(),
                        rounds.warmUp());
            }
            out.println();
            for (String writer : List.of(Reader.PQ2.format, Reader.BUILT_IN.format)) {
                if (writers.matcher(writer).find()) {
                    tables.write(spark, writer, texts.values(), progress);
                    Map<Reader, SparkSession> sessions = new LinkedHashMap<>();
                    for (Reader reader : readers) {
                        sessions.put(reader, session(spark, writer, reader, texts.values()));
                    }
                    ReportWriter report = new ReportWriter(out);
                    report.heading(3, "Files of " + (writer.equals(Reader.PQ2.format) ? "pq2" : "Spark"));
                    if (isPlans) {
                        plans(sessions, texts, taskTime, report);
                    } else if (isShares) {
                        shares(sessions, texts, report);
                    } else {
                        measure(sessions, texts, taskTime, report);
                    }
                }
            }
        }
        return equal;
    }

    /** Returns a session whose views are the tables of a writer. */
    private SparkSession session(SparkSession spark, String writer, Reader reader, Collection<String> texts) {
        SparkSession session = WorkloadTables.newSession(spark);
        if (reader == Reader.PQ2_V1) {
            session.conf().set("spark.sql.sources.useV1SourceList", reader.format);
        }
        for (String table : tables.names(texts)) {
            Dataset<Row> rows = tables.read(session, reader.format, writer, table);
            (reader == Reader.MEMORY ? MemoryTables.copy(session, table, rows) : rows).createOrReplaceTempView(table);
        }
        return session;
    }

    /** Prints the joins of each query, after it ran once. */
    private void plans(
            Map<Reader, SparkSession> sessions, Map<String, String> texts, TaskTime taskTime, ReportWriter report) {
        report.head(3, "query", "source", "joins", "jobs", "tasks");
        texts.forEach((name, text) -> sessions.forEach((reader, session) -> {
            taskTime.next();
            Dataset<Row> query = session.sql(text);
            Answer.of(query);
            TaskTime.Work work = taskTime.nextWork();
            report.row(
                    name,
                    reader.title,
                    String.join("; ", Joins.of(query)),
                    ReportWriter.count(work.jobs()),
                    ReportWriter.count(work.tasks()));
        }));
    }

    /** Prints what the tasks of each query do. */
    private void shares(Map<Reader, SparkSession> sessions, Map<String, String> texts, ReportWriter report)
            throws IOException {
        List<String> titles = new ArrayList<>(List.of("query", "source"));
        Stream.of(OperatorShares.Kind.values()).map(OperatorShares.Kind::title).forEach(titles::add);
        titles.add("samples");
        report.head(2, titles);
        for (Map.Entry<String, String> query : texts.entrySet()) {
            for (Map.Entry<Reader, SparkSession> session : sessions.entrySet()) {
                for (int round = 0; round < rounds.warmUp(); round++) {
                    Answer.of(session.getValue().sql(query.getValue()));
                }
                try (OperatorShares shares = new OperatorShares()) {
                    for (int round = 0; round < rounds.measured(); round++) {
                        Answer.of(session.getValue().sql(query.getValue()));
                    }
                    OperatorShares.Shares result = shares.stop();
                    List<String> cells = new ArrayList<>(List.of(query.getKey(), session.getKey().title));
                    for (OperatorShares.Kind kind : OperatorShares.Kind.values()) {
                        double share = result.shares().getOrDefault(kind, 0.0);
                        cells.add(share == 0 ? "" : ReportWriter.number(100 * share, 0));
                    }
                    cells.add(ReportWriter.count(result.samples()));
                    report.row(cells);
                }
            }
        }
    }

    private void measure(
            Map<Reader, SparkSession> sessions, Map<String, String> texts, TaskTime taskTime, ReportWriter report)
            throws IOException, SQLException {
        List<String> titles = new ArrayList<>(List.of("query"));
        readers.forEach(reader -> titles.add(reader.title));
        readers.forEach(reader -> titles.add("tasks: " + reader.title));
        others().forEach(reader -> titles.add(Reader.BUILT_IN.title + " / " + reader.title));
        others().forEach(reader -> titles.add("tasks: " + Reader.BUILT_IN.title + " / " + reader.title));
        report.head(1, titles);
        List<List<Double>> gains = new ArrayList<>();
        for (Map.Entry<String, String> query : texts.entrySet()) {
            ExpectedRows expected = new ExpectedRows(query.getValue());
            sessions.values().forEach(expected::compareAll);
            Map<Reader, List<Cost>> costs = rounds.run(readers, reader -> {
                taskTime.next();
                Answer answer =
                        Answer.of(Objects.requireNonNull(sessions.get(reader)).sql(query.getValue()));
                expected.compare(answer.rows());
                return new Cost(answer.seconds(), taskTime.next());
            });
            equal &= expected.isEqual();
            List<String> cells = new ArrayList<>(List.of(query.getKey() + (expected.isEqual() ? "" : " (WRONG ROWS)")));
            readers.forEach(reader -> cells.add(ReportWriter.number(seconds(costs, reader), 3)));
            readers.forEach(reader -> cells.add(ReportWriter.number(taskSeconds(costs, reader), 3)));
            List<Double> ratios = new ArrayList<>();
            others().forEach(reader -> ratios.add(seconds(costs, Reader.BUILT_IN) / seconds(costs, reader)));
            others().forEach(reader -> ratios.add(taskSeconds(costs, Reader.BUILT_IN) / taskSeconds(costs, reader)));
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
    private List<Reader> others() {
        return readers.stream().filter(reader -> reader != Reader.BUILT_IN).toList();
    }

    private static double seconds(Map<Reader, List<Cost>> costs, Reader reader) {
        return Averages.median(costs.getOrDefault(reader, List.of()), Cost::seconds);
    }

    private static double taskSeconds(Map<Reader, List<Cost>> costs, Reader reader) {
        return Averages.median(costs.getOrDefault(reader, List.of()), Cost::taskSeconds);
    }
}
