package io.pq2.bench;

import io.pq2.bench.compact.CommandContest;
import io.pq2.bench.compact.CompactionContest;
import io.pq2.bench.compact.CompactionEngine;
import io.pq2.bench.compact.CompactionReport;
import io.pq2.bench.compact.SmallFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compacts a table of many small files with pq2, Spark, DuckDB and parquet-java, each in a process of its own, and runs
 * commands of pq2 on the table. The exit status is 1 if an engine returned other rows, and 2 for invalid arguments.
 */
public final class CompactionBenchmark implements Benchmark {

    private static final String USAGE = """
        usage: CompactionBenchmark [--OPTION=VALUE...]
          --files       the number of files (10000)
          --bytes       the approximate length of each in bytes (100000)
          --directory   directory that keeps the table for later runs (target/compaction)
          --engines     run only engines whose name matches this regular expression, for example PQ2|DUCKDB
          --heap        the largest heap of each process (2g)
          --launcher    the command pq2 (cli/target/pq2/pq2); without this file, no commands are run
          --rounds      the number of times that each command runs, of which the median is reported (5)\
        """;

    private static final Set<String> OPTIONS =
            Set.of("files", "bytes", "directory", "engines", "heap", "launcher", "rounds");

    private final int files;
    private final int bytes;
    private final Path directory;
    private final Pattern engines;
    private final String heap;
    private final Path launcher;
    private final int rounds;

    private CompactionBenchmark(Arguments arguments) {
        files = arguments.positive("files", 10_000);
        bytes = arguments.positive("bytes", 100_000);
        directory = arguments.path("directory", "target/compaction").toAbsolutePath();
        engines = arguments.pattern("engines");
        heap = arguments.text("heap", "2g");
        rounds = arguments.positive("rounds", 5);
        launcher = arguments.path("launcher", "cli/target/pq2/pq2").toAbsolutePath();
    }

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(arguments, USAGE, 0, OPTIONS, CompactionBenchmark::new);
    }

    static CompactionBenchmark of(String... arguments) {
        return new CompactionBenchmark(new Arguments(arguments, 0, OPTIONS));
    }

    @Override
    public boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        long start = System.nanoTime();
        Path table = directory.resolve("files-" + files + "-" + bytes);
        SmallFiles.write(table, files, bytes);
        progress.printf(Locale.ROOT, "table ready after %.0f s%n", (System.nanoTime() - start) / 1e9);
        List<CompactionContest.Result> results = new CompactionContest(table, directory, heap, progress)
                .run(Stream.of(CompactionEngine.values())
                        .filter(engine -> engines.matcher(engine.name()).find())
                        .toList());
        out.println(Machine.describe());
        out.printf(
                Locale.ROOT,
                "%,d files of %,d bytes; each engine in a process with a heap of at most %s%n",
                files,
                bytes,
                heap);
        CompactionReport.compactions(results, out);
        boolean right = results.stream().allMatch(CompactionContest.Result::sameRows);
        if (Files.isExecutable(launcher)) {
            List<CommandContest.Result> commands = new CommandContest(table, directory, launcher, heap, rounds).run();
            CompactionReport.commands(commands, out);
            right &= commands.stream().allMatch(CommandContest.Result::sameAnswer);
        } else {
            out.println("no commands were run: there is no " + launcher);
        }
        progress.printf(Locale.ROOT, "%n%.0f seconds%n", (System.nanoTime() - start) / 1e9);
        return right;
    }
}
