package io.pq2.bench;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.ReportWriter;
import io.pq2.bench.measure.Rounds;
import io.pq2.bench.variant.Events;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Writes events as variants, and reads them, in Spark on two threads: pq2 compared with the built-in source, in one
 * JVM, taking turns. Both sources write files, shredded and not, and both read the files of both. The exit status is 1
 * if the sources returned different rows, and 2 for invalid arguments.
 */
public final class VariantBenchmark implements Benchmark {

    private static final String USAGE = """
        usage: VariantBenchmark [ROWS] [--OPTION=VALUE...]
          ROWS          number of events (1000000)
          --directory   directory of the files (target/variant)
          --cases       run only queries whose title matches this regular expression
          --writers     read only files of writers, pq2 or parquet, that match this regular expression
          --warm-up     warm-up rounds (2)
          --rounds      measured rounds, whose median is reported (5)\
        """;

    static final Set<String> OPTIONS = Set.of("directory", "cases", "writers", "warm-up", "rounds");

    private static final String PQ2 = "pq2";
    private static final String BUILT_IN = "parquet";
    private static final List<String> SOURCES = List.of(PQ2, BUILT_IN);
    private static final String ALL_EVENTS = "whole events";

    /** The time of a query or a write. */
    private record Cost(double seconds, double taskSeconds) {}

    private final long count;
    private final Path directory;
    private final Pattern cases;
    private final Pattern writers;
    private final Rounds rounds;
    private final List<Double> gains = new ArrayList<>();
    private boolean equal = true;

    private VariantBenchmark(Arguments arguments) {
        count = Long.parseLong(arguments.positional(0, "1000000"));
        directory = arguments.path("directory", "target/variant").toAbsolutePath();
        cases = arguments.pattern("cases");
        writers = arguments.pattern("writers");
        rounds = arguments.rounds(2, 5);
    }

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(arguments, USAGE, 1, OPTIONS, VariantBenchmark::of);
    }

    static VariantBenchmark of(Arguments arguments) {
        return new VariantBenchmark(arguments);
    }

    @Override
    public boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        try (SparkSession spark = Sessions.local(directory, 2, false)) {
            spark.conf().set("spark.sql.variant.pushVariantIntoScan", "true");
            TaskTime taskTime = new TaskTime(spark.sparkContext());
            out.println(Machine.describe());
            out.printf(
                    Locale.ROOT,
                    "%,d events; medians of %d rounds after %d warm-up rounds; wall time and processor time of tasks"
                            + " in seconds%n",
                    count,
                    rounds.measured(),
                    rounds.warmUp());
            Dataset<Row> events = Events.rows(spark, count).cache();
            progress.printf("%,d events in memory%n", events.count());
            ReportWriter report = new ReportWriter(out);
            report.heading(3, "Writing");
            head(report, "events");
            for (boolean isShredded : List.of(false, true)) {
                write(spark, events, isShredded, taskTime, report);
            }
            events.unpersist(true);
            sizes(report);
            for (boolean isShredded : List.of(false, true)) {
                for (String writer : SOURCES) {
                    if (!writers.matcher(writer).find()) {
                        continue;
                    }
                    report.heading(
                            3,
                            "Files of " + (writer.equals(PQ2) ? "pq2" : "Spark")
                                    + (isShredded ? ", shredded" : ", not shredded"));
                    head(report, "query");
                    read(spark, path(writer, isShredded), taskTime, report);
                }
            }
            out.printf(
                    Locale.ROOT, "%nGeometric mean of all: %.2f%n", Averages.geometricMean(gains, Double::doubleValue));
        }
        return equal;
    }

    private Path folder(String writer, boolean isShredded) {
        return directory.resolve(writer + (isShredded ? "-shredded" : "-plain"));
    }

    private String path(String writer, boolean isShredded) {
        return folder(writer, isShredded).toUri().toString();
    }

    private void write(
            SparkSession spark, Dataset<Row> events, boolean isShredded, TaskTime taskTime, ReportWriter report)
            throws IOException, SQLException {
        spark.conf().set("spark.sql.variant.writeShredding.enabled", isShredded);
        spark.conf().set("spark.sql.variant.inferShreddingSchema", isShredded);
        Map<String, List<Cost>> costs = rounds.run(SOURCES, writer -> {
            taskTime.next();
            long start = System.nanoTime();
            events.write().mode(SaveMode.Overwrite).format(writer).save(path(writer, isShredded));
            return new Cost((System.nanoTime() - start) / 1e9, taskTime.next());
        });
        row(report, isShredded ? "shredded" : "not shredded", costs);
    }

    private void sizes(ReportWriter report) throws IOException {
        report.heading(3, "Bytes of the files");
        report.head(1, "events", PQ2, "built-in", "pq2 / built-in");
        for (boolean isShredded : List.of(false, true)) {
            long ours = bytes(PQ2, isShredded);
            long builtIn = bytes(BUILT_IN, isShredded);
            report.row(
                    isShredded ? "shredded" : "not shredded",
                    ReportWriter.count(ours),
                    ReportWriter.count(builtIn),
                    ReportWriter.number((double) ours / builtIn, 3));
        }
    }

    private long bytes(String writer, boolean isShredded) throws IOException {
        long sum = 0;
        try (Stream<Path> files = Files.list(folder(writer, isShredded))) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".parquet")).toList()) {
                sum += Files.size(file);
            }
        }
        return sum;
    }

    private void read(SparkSession spark, String file, TaskTime taskTime, ReportWriter report)
            throws IOException, SQLException {
        if (cases.matcher(ALL_EVENTS).find()) {
            // The sink takes rows and does nothing with them. Their contents are compared without a clock.
            Set<List<Row>> contents = new LinkedHashSet<>();
            for (String reader : SOURCES) {
                contents.add(load(spark, reader, file)
                        .selectExpr("count(event)", "bit_xor(xxhash64(to_json(event)))")
                        .collectAsList());
            }
            Map<String, List<Cost>> costs = rounds.run(SOURCES, reader -> {
                taskTime.next();
                long start = System.nanoTime();
                load(spark, reader, file)
                        .write()
                        .format("noop")
                        .mode(SaveMode.Overwrite)
                        .save();
                return new Cost((System.nanoTime() - start) / 1e9, taskTime.next());
            });
            row(report, checked(ALL_EVENTS, contents), costs);
        }
        for (Map.Entry<String, String> query : Events.queries(count).entrySet()) {
            if (!cases.matcher(query.getKey()).find()) {
                continue;
            }
            Set<List<Row>> answers = new LinkedHashSet<>();
            Map<String, List<Cost>> costs = rounds.run(SOURCES, reader -> {
                load(spark, reader, file).createOrReplaceTempView("events");
                taskTime.next();
                Answer answer = Answer.of(spark.sql(query.getValue()));
                answers.add(answer.rows());
                return new Cost(answer.seconds(), taskTime.next());
            });
            row(report, checked(query.getKey(), answers), costs);
        }
    }

    private static Dataset<Row> load(SparkSession spark, String reader, String file) {
        return spark.read().format(reader).load(file);
    }

    /** Returns the title of a case, with a remark if the sources returned different rows. */
    private String checked(String title, Set<List<Row>> answers) {
        equal &= answers.size() == 1;
        return title + (answers.size() == 1 ? "" : " (DIFFERENT ROWS)");
    }

    private static void head(ReportWriter report, String what) {
        report.head(
                1,
                what,
                PQ2,
                "built-in",
                "built-in / pq2",
                "tasks: " + PQ2,
                "tasks: built-in",
                "tasks: built-in / pq2");
    }

    private void row(ReportWriter report, String title, Map<String, List<Cost>> costs) {
        List<Cost> ours = costs.getOrDefault(PQ2, List.of());
        List<Cost> builtIn = costs.getOrDefault(BUILT_IN, List.of());
        double wall = Averages.median(builtIn, Cost::seconds) / Averages.median(ours, Cost::seconds);
        gains.add(wall);
        report.row(
                title,
                ReportWriter.number(Averages.median(ours, Cost::seconds), 3),
                ReportWriter.number(Averages.median(builtIn, Cost::seconds), 3),
                ReportWriter.number(wall, 2),
                ReportWriter.number(Averages.median(ours, Cost::taskSeconds), 3),
                ReportWriter.number(Averages.median(builtIn, Cost::taskSeconds), 3),
                ReportWriter.number(
                        Averages.median(builtIn, Cost::taskSeconds) / Averages.median(ours, Cost::taskSeconds), 2));
    }
}
