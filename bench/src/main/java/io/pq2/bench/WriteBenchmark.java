package io.pq2.bench;

import io.pq2.bench.measure.Rounds;
import io.pq2.bench.write.PageCompression;
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
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes tables from memory to a RAM disk on one thread: pq2 compared with parquet-java's writer, Spark's row writer
 * and DuckDB's {@code COPY}, in one JVM, taking turns. The exit status is 1 if an engine wrote a wrong file, and 2 for
 * invalid arguments.
 */
public final class WriteBenchmark implements Benchmark {

    private static final String USAGE = """
        usage: WriteBenchmark [REGEX] [--OPTION=VALUE...]
          REGEX         run only tables (lineitem, nested, floats, texts) whose name contains a match
          --rows        rows of lineitem; the other tables have a fixed share of that (1000000)
          --codec       snappy or zstd (both)
          --engines     run only engines whose name matches this regular expression
          --warm-up     warm-up rounds (3)
          --rounds      measured rounds, whose median is reported (5)
          --heap        whether to measure peaks of the heap (true)\
        """;

    private static final Set<String> OPTIONS = Set.of("rows", "codec", "engines", "warm-up", "rounds", "heap");

    private final int rows;
    private final @Nullable PageCompression compression;
    private final Pattern tables;
    private final Pattern engines;
    private final Rounds rounds;
    private final boolean heap;

    private WriteBenchmark(Arguments arguments) {
        rows = arguments.positive("rows", 1_000_000);
        compression = arguments.choice("codec", PageCompression.class);
        tables = Pattern.compile(arguments.positional(0, ""));
        engines = arguments.pattern("engines");
        rounds = arguments.rounds(3, 5);
        heap = arguments.flag("heap", true);
    }

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(arguments, USAGE, 1, OPTIONS, WriteBenchmark::new);
    }

    private boolean isSelected(String table, PageCompression ofFile) {
        return tables.matcher(table).find() && (compression == null || compression == ofFile);
    }

    @Override
    public boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        long start = System.nanoTime();
        List<WriteResult> results = new ArrayList<>();
        try (WriteContest contest =
                new WriteContest(name -> engines.matcher(name).find(), rounds, heap, progress)) {
            for (TableRecipe table : TableRecipe.ALL) {
                results.addAll(contest.run(table, rows, this::isSelected));
            }
        }
        out.println(Machine.describe());
        out.printf(
                Locale.ROOT,
                "Medians of %d rounds after %d warm-up rounds; %.0f s in total%n",
                rounds.measured(),
                rounds.warmUp(),
                (System.nanoTime() - start) / 1e9);
        WriteReport.print(results, out);
        return results.stream().allMatch(result -> result.remarks().isEmpty());
    }
}
