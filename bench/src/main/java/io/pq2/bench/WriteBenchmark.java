package io.pq2.bench;

import io.pq2.bench.write.FileForm;
import io.pq2.bench.write.TableRecipe;
import io.pq2.bench.write.WriteContest;
import io.pq2.bench.write.WriteReport;
import io.pq2.bench.write.WriteResult;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Writing of tables in memory to a RAM disk by one thread: pq2 beside parquet-java's writer, Spark's row writer and DuckDB's
 * {@code COPY}, in one JVM, taking turns. Exits with 1 if somebody wrote a wrong file, with 2 if the arguments are wrong.
 */
public final class WriteBenchmark {

    private static final String USAGE = """
            usage: WriteBenchmark [REGEX] [--OPTION=VALUE...]
              REGEX         only tables (lineitem, nested, floats, texts) in whose name it is found
              --rows        rows of lineitem; the others have their share of that (1000000)
              --codec       snappy or zstd (both)
              --engines     only engines in whose name this regular expression is found
              --warm-up     rounds before those that count (3)
              --rounds      rounds of which the median counts (5)
              --heap        whether the peaks of the heap are measured (true)""";

    private int rows = 1_000_000;
    private FileForm form;
    private Pattern tables;
    private Pattern engines = Pattern.compile("");
    private int warmUp = 3;
    private int rounds = 5;
    private boolean heap = true;

    private WriteBenchmark() {}

    /** @param arguments see the text that wrong arguments print */
    public static void main(String[] arguments) throws IOException, SQLException {
        WriteBenchmark benchmark = new WriteBenchmark();
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
            if (tables != null) {
                throw new IllegalArgumentException("one argument too many: " + argument);
            }
            tables = Pattern.compile(argument);
            return;
        }
        int equals = argument.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("an option without a value: " + argument);
        }
        String value = argument.substring(equals + 1);
        switch (argument.substring(2, equals)) {
            case "rows" -> rows = positive(value);
            case "codec" -> form = FileForm.valueOf(value.toUpperCase(Locale.ROOT));
            case "engines" -> engines = Pattern.compile(value);
            case "warm-up" -> warmUp = positive(value);
            case "rounds" -> rounds = positive(value);
            case "heap" -> heap = Boolean.parseBoolean(value);
            default -> throw new IllegalArgumentException("no such option: " + argument);
        }
    }

    private static int positive(String value) {
        int number = Integer.parseInt(value);
        if (number < 1) {
            throw new IllegalArgumentException("not a positive number: " + value);
        }
        return number;
    }

    private boolean wanted(String table, FileForm ofFile) {
        return (tables == null || tables.matcher(table).find()) && (form == null || form == ofFile);
    }

    private boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        long start = System.nanoTime();
        List<WriteResult> results = new ArrayList<>();
        try (WriteContest contest =
                new WriteContest(name -> engines.matcher(name).find(), warmUp, rounds, heap, progress)) {
            for (TableRecipe table : TableRecipe.ALL) {
                results.addAll(contest.run(table, rows, this::wanted));
            }
        }
        out.println(Machine.describe());
        out.printf(
                Locale.ROOT,
                "Medians of %d rounds after %d of warm-up; %.0f s in all%n",
                rounds,
                warmUp,
                (System.nanoTime() - start) / 1e9);
        WriteReport.print(results, out);
        return results.stream().allMatch(result -> result.remarks().isEmpty());
    }
}
