package io.pq2.bench;

import io.pq2.bench.decode.Comparison;
import io.pq2.bench.decode.FileRecipe;
import io.pq2.bench.decode.MatrixFiles;
import io.pq2.bench.decode.Measurement;
import io.pq2.bench.decode.Report;
import io.pq2.bench.decode.Timing;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Decoding of files in memory by one thread: pq2 beside Spark's vectorised reader, parquet-java's column readers and DuckDB, in
 * one JVM, taking turns, and beside the time that reading and decompressing the same pages takes. Exits with 1 if pq2 saw other
 * values than its peers, with 2 if the arguments are wrong.
 */
public final class DecodeBenchmark {

    private static final String USAGE = """
            usage: DecodeBenchmark [all|lineitem|matrix|nested] [REGEX] [--OPTION=VALUE...]
              REGEX         only cases with a title in which it is found
              --scale       TPC-H scale factor of lineitem (1)
              --values      values in a column of matrix and nested (1000000)
              --directory   where the files of lineitem stay (target/decode)
              --warm-up     rounds before those that count (3)
              --rounds      rounds of which the median counts (5)
              --millis      how long an engine repeats a case in a round, at least (30)""";

    private double scale = 1;
    private int values = 1_000_000;
    private Path directory = Path.of("target/decode");
    private int warmUp = 3;
    private int rounds = 5;
    private int millis = 30;
    private String part;
    private Pattern filter;

    private DecodeBenchmark() {}

    /** @param arguments see the text that no or wrong arguments print */
    public static void main(String[] arguments) throws IOException, SQLException {
        DecodeBenchmark benchmark = new DecodeBenchmark();
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
            if (part == null) {
                part = argument;
            } else if (filter == null) {
                filter = Pattern.compile(argument);
            } else {
                throw new IllegalArgumentException("one argument too many: " + argument);
            }
            return;
        }
        int equals = argument.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("an option without a value: " + argument);
        }
        String value = argument.substring(equals + 1);
        switch (argument.substring(2, equals)) {
            case "scale" -> scale = Double.parseDouble(value);
            case "values" -> values = Integer.parseInt(value);
            case "directory" -> directory = Path.of(value);
            case "warm-up" -> warmUp = Integer.parseInt(value);
            case "rounds" -> rounds = Integer.parseInt(value);
            case "millis" -> millis = Integer.parseInt(value);
            default -> throw new IllegalArgumentException("no such option: " + argument);
        }
    }

    private List<FileRecipe> files() throws IOException, SQLException {
        String wanted = part == null ? "all" : part;
        if (!List.of("all", "lineitem", "matrix", "nested").contains(wanted)) {
            throw new IllegalArgumentException("no such part: " + wanted);
        }
        List<FileRecipe> files = new ArrayList<>();
        if (wanted.equals("all") || wanted.equals("lineitem")) {
            files.addAll(LineitemFiles.in(directory.toAbsolutePath(), scale));
        }
        if (wanted.equals("all") || wanted.equals("matrix")) {
            files.addAll(MatrixFiles.flat(values));
        }
        if (wanted.equals("all") || wanted.equals("nested")) {
            files.addAll(MatrixFiles.nested(values));
        }
        return filter == null
                ? files
                : files.stream()
                        .map(file -> file.only(name -> filter.matcher(name).find()))
                        .toList();
    }

    private boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        List<FileRecipe> files = files();
        long start = System.nanoTime();
        List<Measurement> rows = new ArrayList<>();
        boolean right;
        try (Comparison comparison = new Comparison(new Timing(warmUp, rounds, millis), progress)) {
            for (FileRecipe file : files) {
                rows.addAll(comparison.run(file));
                System.gc();
            }
            right = comparison.pq2IsRight();
        }
        out.println(Machine.describe());
        out.printf(
                "Milliseconds a pass, medians of %d rounds after %d of warm-up, at least %d ms each; %.0f s in all%n",
                rounds, warmUp, millis, (System.nanoTime() - start) / 1e9);
        Report.print(rows, out);
        return right;
    }
}
