package io.pq2.bench;

import io.pq2.bench.encrypt.EncryptionContest;
import io.pq2.bench.encrypt.EncryptionReport;
import io.pq2.bench.encrypt.EncryptionResult;
import io.pq2.bench.write.FileForm;
import io.pq2.bench.write.TableRecipe;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/**
 * Writing and scanning {@code lineitem} with all columns encrypted beside the same without, by pq2 and parquet-java, in one JVM, one thread,
 * taking turns. Files are in memory. Exits with 2 if the arguments are wrong.
 */
public final class EncryptionBenchmark {

    private static final String USAGE = """
            usage: EncryptionBenchmark [--OPTION=VALUE...]
              --rows        rows of lineitem (1000000)
              --codec       snappy or zstd (snappy)
              --warm-up     rounds before those that count (3)
              --rounds      rounds of which the median counts (5)
              --millis      how long each repeats its work in a round, at least (300)""";

    private int rows = 1_000_000;
    private FileForm form = FileForm.SNAPPY;
    private int warmUp = 3;
    private int rounds = 5;
    private int millis = 300;

    private EncryptionBenchmark() {}

    /** @param arguments see the text that wrong arguments print */
    public static void main(String[] arguments) throws IOException, SQLException {
        EncryptionBenchmark benchmark = new EncryptionBenchmark();
        try {
            for (String argument : arguments) {
                benchmark.accept(argument);
            }
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + System.lineSeparator() + USAGE);
            System.exit(2);
        }
        benchmark.run(System.out, System.err);
        System.exit(0);
    }

    private void accept(String argument) {
        int equals = argument.indexOf('=');
        if (!argument.startsWith("--") || equals < 0) {
            throw new IllegalArgumentException("not an option with a value: " + argument);
        }
        String value = argument.substring(equals + 1);
        switch (argument.substring(2, equals)) {
            case "rows" -> rows = positive(value);
            case "codec" -> form = FileForm.valueOf(value.toUpperCase(Locale.ROOT));
            case "warm-up" -> warmUp = positive(value);
            case "rounds" -> rounds = positive(value);
            case "millis" -> millis = positive(value);
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

    private void run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        long start = System.nanoTime();
        List<EncryptionResult> results;
        TableRecipe lineitem = TableRecipe.ALL.get(0);
        try (EncryptionContest contest = new EncryptionContest(lineitem.make(rows), form, progress)) {
            results = contest.run(warmUp, rounds, millis);
        }
        out.println(Machine.describe());
        out.printf(
                Locale.ROOT,
                "%,d rows of %s, %s; medians of %d rounds after %d of warm-up, at least %d ms each; %.0f s in all%n",
                rows,
                lineitem.name(),
                form.title(),
                rounds,
                warmUp,
                millis,
                (System.nanoTime() - start) / 1e9);
        EncryptionReport.print(results, out);
    }
}
