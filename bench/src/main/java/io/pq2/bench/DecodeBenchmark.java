package io.pq2.bench;

import io.pq2.bench.decode.Comparison;
import io.pq2.bench.decode.FileRecipe;
import io.pq2.bench.decode.MatrixFiles;
import io.pq2.bench.decode.Measurement;
import io.pq2.bench.decode.Report;
import io.pq2.bench.measure.Rounds;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decodes files in memory on one thread: pq2 compared with Spark's vectorised reader, parquet-java's column readers and
 * DuckDB, in one JVM, taking turns, and with the time to read and decompress the same pages. The exit status is 1 if
 * pq2 returned wrong values, and 2 for invalid arguments.
 */
public final class DecodeBenchmark implements Benchmark {

    private static final String USAGE = """
        usage: DecodeBenchmark [all|lineitem|matrix|nested] [REGEX] [--OPTION=VALUE...]
          REGEX         run only cases whose title contains a match
          --scale       TPC-H scale factor of lineitem (1)
          --values      values per column of matrix and nested (1000000)
          --directory   directory that keeps the files of lineitem (target/decode)
          --warm-up     warm-up rounds (3)
          --rounds      measured rounds, whose median is reported (5)
          --millis      minimum time for which an engine repeats a case in a round, in ms (30)\
        """;

    private static final Set<String> OPTIONS = Set.of("scale", "values", "directory", "warm-up", "rounds", "millis");
    private static final List<String> PARTS = List.of("all", "lineitem", "matrix", "nested");

    private final double scale;
    private final int values;
    private final Path directory;
    private final Rounds rounds;
    private final int millis;
    private final String part;
    private final Pattern filter;

    private DecodeBenchmark(Arguments arguments) {
        scale = Arguments.scale(arguments.text("scale", "1"));
        values = arguments.positive("values", 1_000_000);
        directory = arguments.path("directory", "target/decode");
        rounds = arguments.rounds(3, 5);
        millis = arguments.positive("millis", 30);
        part = arguments.positional(0, "all");
        if (!PARTS.contains(part)) {
            throw new IllegalArgumentException("not one of " + PARTS + ": " + part);
        }
        filter = Pattern.compile(arguments.positional(1, ""));
    }

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(arguments, USAGE, 2, OPTIONS, DecodeBenchmark::new);
    }

    private List<FileRecipe> files() throws IOException, SQLException {
        List<FileRecipe> files = new ArrayList<>();
        if (part.equals("all") || part.equals("lineitem")) {
            files.addAll(LineitemFiles.in(directory.toAbsolutePath(), scale));
        }
        if (part.equals("all") || part.equals("matrix")) {
            files.addAll(MatrixFiles.flat(values));
        }
        if (part.equals("all") || part.equals("nested")) {
            files.addAll(MatrixFiles.nested(values));
        }
        return files.stream()
                .map(file -> file.only(name -> filter.matcher(name).find()))
                .toList();
    }

    @Override
    public boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        List<FileRecipe> files = files();
        long start = System.nanoTime();
        List<Measurement> rows = new ArrayList<>();
        boolean correct;
        try (Comparison comparison = new Comparison(rounds, millis, progress)) {
            for (FileRecipe file : files) {
                rows.addAll(comparison.run(file));
                System.gc();
            }
            correct = comparison.isPq2Correct();
        }
        out.println(Machine.describe());
        out.printf(
                "Milliseconds per pass, medians of %d rounds after %d warm-up rounds,"
                        + " at least %d ms each; %.0f s in total%n",
                rounds.measured(), rounds.warmUp(), millis, (System.nanoTime() - start) / 1e9);
        Report.print(rows, out);
        return correct;
    }
}
