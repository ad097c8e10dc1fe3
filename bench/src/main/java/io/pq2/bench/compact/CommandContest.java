package io.pq2.bench.compact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs commands of pq2 as a user does, and the same queries in DuckDB. */
public final class CommandContest {

    private static final int CUSTOMER = SmallFiles.CUSTOMERS / 2;

    private final Path table;
    private final Path directory;
    private final String launcher;
    private final int rounds;
    private final MeasuredProcess processes;

    /**
     * Creates a contest.
     *
     * @param launcher the command {@code pq2}
     * @param directory a directory for output
     * @param heap the largest heap of DuckDB's process, as in {@code -Xmx}
     * @param rounds the number of times that each command runs
     */
    public CommandContest(Path table, Path directory, Path launcher, String heap, int rounds) {
        this.table = table;
        this.directory = directory;
        this.launcher = launcher.toString();
        this.rounds = rounds;
        this.processes = new MeasuredProcess(directory, heap);
    }

    /**
     * What a command costs.
     *
     * @param command the command with its arguments
     * @param seconds the time of the process of pq2 from its start to its end; the median of all rounds
     * @param peakBytes its largest resident memory
     * @param duckDbSeconds the time of the query in a new process with DuckDB, without the start of the process; the
     *     median of all rounds; NaN without a query
     * @param sameAnswer whether both answers have the same lines, in any order
     */
    public record Result(String command, double seconds, long peakBytes, double duckDbSeconds, boolean sameAnswer) {}

    /** Runs all commands. */
    public List<Result> run() throws IOException {
        String files = table + "/*.parquet";
        List<Result> results = new ArrayList<>();
        results.add(command(
                "schema FILE",
                List.of(launcher, "schema", SmallFiles.list(table).get(0).toString()),
                ""));
        results.add(command(
                "count TABLE",
                List.of(launcher, "count", "--format", "csv", table.toString()),
                "SELECT count(*) AS rows FROM '" + files + "'"));
        results.add(command(
                "cat -c id,amount --where 'customer = …' TABLE",
                List.of(
                        launcher,
                        "cat",
                        "--format",
                        "csv",
                        "-c",
                        "id,amount",
                        "--where",
                        "customer = " + CUSTOMER,
                        table.toString()),
                "SELECT id, amount FROM '" + files + "' WHERE customer = " + CUSTOMER));
        return results;
    }

    private Result command(String title, List<String> command, String query) throws IOException {
        List<Double> seconds = new ArrayList<>();
        List<Double> duckDb = new ArrayList<>();
        long peak = 0;
        boolean same = true;
        processes.run(command); // creates the archive of classes that makes later starts faster
        for (int i = 0; i < rounds; i++) {
            MeasuredProcess.Run run = processes.run(command);
            seconds.add(run.seconds());
            peak = Math.max(peak, run.peakBytes());
            if (!query.isEmpty()) {
                List<String> lines = Files.readAllLines(run.output());
                Path csv = directory.resolve("answer.csv");
                duckDb.add(processes
                        .worker(List.of(
                                CompactionWorker.SQL,
                                String.format(Locale.ROOT, "COPY (%s) TO '%s' (FORMAT csv)", query, csv)))
                        .seconds());
                same &= sorted(lines).equals(sorted(Files.readAllLines(csv)));
            }
        }
        return new Result(title, median(seconds), peak, duckDb.isEmpty() ? Double.NaN : median(duckDb), same);
    }

    private static List<String> sorted(List<String> lines) {
        // The titles of the columns are not compared.
        return lines.stream().skip(1).sorted().toList();
    }

    private static double median(List<Double> numbers) {
        return numbers.stream().sorted().toList().get(numbers.size() / 2);
    }
}
