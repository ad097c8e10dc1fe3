package io.pq2.bench;

import io.pq2.bench.latency.LatencyContest;
import io.pq2.bench.latency.LatencyReport;
import io.pq2.bench.latency.LatencyResult;
import io.pq2.bench.measure.Rounds;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Times small queries of {@code lineitem} through Spark: pq2 in V2 and V1 and in place of {@code parquet}, beside the
 * built-in source. The exit status is 1 if pq2 returned other rows, and 2 for invalid arguments.
 */
public final class LatencyBenchmark implements Benchmark {

    private static final String USAGE = """
        usage: LatencyBenchmark [SCALE] [--OPTION=VALUE...]
          SCALE         TPC-H scale factor (0.1)
          --directory   directory that keeps the table for later runs (target/latency)
          --files       the number of files of the table (8)
          --warm-up     warm-up rounds (30)
          --rounds      measured rounds, whose median is reported (21)\
        """;

    private static final Set<String> OPTIONS = Set.of("directory", "files", "warm-up", "rounds");

    private final double scale;
    private final Path directory;
    private final int files;
    private final Rounds rounds;

    private LatencyBenchmark(Arguments arguments) {
        scale = Arguments.scale(arguments.positional(0, "0.1"));
        directory = arguments.path("directory", "target/latency").toAbsolutePath();
        files = arguments.positive("files", 8);
        rounds = arguments.rounds(30, 21);
    }

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(arguments, USAGE, 1, OPTIONS, LatencyBenchmark::new);
    }

    @Override
    public boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        List<LatencyResult> results;
        try (SparkSession spark = Sessions.local(directory, 2, false)) {
            Path table = table(spark, directory, scale, files);
            progress.println("table ready");
            results = new LatencyContest(spark, table, directory.resolve("new-paths"), rounds, progress).run();
        }
        out.println(Machine.describe());
        out.printf(
                Locale.ROOT,
                "scale factor %s, %d files; medians of %d rounds after %d warm-up rounds%n",
                scale,
                files,
                rounds.measured(),
                rounds.warmUp());
        LatencyReport.print(results, out);
        return results.stream().allMatch(result -> result.wrong().isEmpty());
    }

    /**
     * Writes {@code lineitem} with the built-in source, if the directory does not have it yet. Returns the directory of
     * its files.
     */
    static Path table(SparkSession spark, Path directory, double scale, int files) throws IOException {
        Path table = directory.resolve("lineitem-" + scale + "-" + files);
        if (!Files.exists(table)) {
            Path written = directory.resolve("written");
            TpchTables.lineitem(spark, scale, files)
                    .write()
                    .mode(SaveMode.Overwrite)
                    .parquet(written.toString());
            try (Stream<Path> others = Files.list(written)) {
                for (Path file : others.filter(path -> !path.toString().endsWith(".parquet"))
                        .toList()) {
                    Files.delete(file);
                }
            }
            Files.move(written, table);
        }
        return table;
    }
}
