package io.pq2.bench;

import io.pq2.bench.encrypt.EncryptionContest;
import io.pq2.bench.encrypt.EncryptionReport;
import io.pq2.bench.encrypt.EncryptionResult;
import io.pq2.bench.measure.Rounds;
import io.pq2.bench.write.PageCompression;
import io.pq2.bench.write.TableRecipe;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Writes and scans {@code lineitem}, encrypted and unencrypted, with pq2 and parquet-java, in one JVM, on one thread,
 * taking turns. Files are in memory. The exit status is 2 for invalid arguments.
 */
public final class EncryptionBenchmark implements Benchmark {

    private static final String USAGE = """
        usage: EncryptionBenchmark [--OPTION=VALUE...]
          --rows        rows of lineitem (1000000)
          --codec       snappy or zstd (snappy)
          --warm-up     warm-up rounds (3)
          --rounds      measured rounds, whose median is reported (5)
          --millis      minimum time for which each contestant repeats its work in a round, in ms (300)\
        """;

    private static final Set<String> OPTIONS = Set.of("rows", "codec", "warm-up", "rounds", "millis");

    private final int rows;
    private final PageCompression compression;
    private final Rounds rounds;
    private final int millis;

    private EncryptionBenchmark(Arguments arguments) {
        rows = arguments.positive("rows", 1_000_000);
        PageCompression chosen = arguments.choice("codec", PageCompression.class);
        compression = chosen == null ? PageCompression.SNAPPY : chosen;
        rounds = arguments.rounds(3, 5);
        millis = arguments.positive("millis", 300);
    }

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(arguments, USAGE, 0, OPTIONS, EncryptionBenchmark::new);
    }

    @Override
    public boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        long start = System.nanoTime();
        List<EncryptionResult> results;
        TableRecipe lineitem = TableRecipe.ALL.get(0);
        try (EncryptionContest contest = new EncryptionContest(lineitem.make(rows), compression, progress)) {
            results = contest.run(rounds, millis);
        }
        out.println(Machine.describe());
        out.printf(
                Locale.ROOT,
                "%,d rows of %s, %s; medians of %d rounds after %d warm-up rounds of at least %d ms; %.0f s in total%n",
                rows,
                lineitem.name(),
                compression.title(),
                rounds.measured(),
                rounds.warmUp(),
                millis,
                (System.nanoTime() - start) / 1e9);
        EncryptionReport.print(results, out);
        return true;
    }
}
