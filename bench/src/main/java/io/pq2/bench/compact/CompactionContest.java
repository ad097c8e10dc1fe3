package io.pq2.bench.compact;

import io.pq2.io.LocalInputFile;
import io.pq2.read.ParquetFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Compacts copies of a table with each engine, each in a process of its own, and compares the rows. */
public final class CompactionContest {

    private final Path table;
    private final Path directory;
    private final MeasuredProcess processes;
    private final PrintStream progress;

    /**
     * Creates a contest.
     *
     * @param table the directory of the table, which stays
     * @param directory a directory for new files, which are deleted
     * @param heap the largest heap of each process, as in {@code -Xmx}
     */
    public CompactionContest(Path table, Path directory, String heap, PrintStream progress) {
        this.table = table;
        this.directory = directory;
        this.processes = new MeasuredProcess(directory, heap);
        this.progress = progress;
    }

    /**
     * What an engine has done.
     *
     * @param bytes the length of the new files
     * @param sameRows whether the new files have the rows of the table
     */
    public record Result(
            CompactionEngine engine, ProcessCost cost, int files, long bytes, int rowGroups, boolean sameRows) {}

    /** Runs engines. */
    public List<Result> run(List<CompactionEngine> engines) throws IOException, SQLException {
        String expected = digest(table);
        List<Result> results = new ArrayList<>();
        for (CompactionEngine engine : engines) {
            Path source = directory.resolve("table");
            Path target = directory.resolve("compacted");
            // pq2 deletes the files that it replaces. Links to them are enough, because no engine changes a file.
            SmallFiles.link(table, source);
            ProcessCost cost = processes.worker(List.of(engine.name(), source.toString(), target.toString()));
            Path found = engine.inPlace() ? source : target;
            List<Path> files = SmallFiles.list(found);
            long bytes = 0;
            int rowGroups = 0;
            for (Path file : files) {
                bytes += Files.size(file);
                try (ParquetFile opened = ParquetFile.open(new LocalInputFile(file))) {
                    rowGroups += opened.metadata().rowGroups().size();
                }
            }
            results.add(new Result(
                    engine, cost, files.size(), bytes, rowGroups, digest(found).equals(expected)));
            progress.println(results.get(results.size() - 1));
            delete(source);
            delete(target);
        }
        return results;
    }

    /** Returns the number of the rows of a table and two sums of their hashes. */
    private static String digest(Path table) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(
                        "SELECT count(*), sum(hash(r)), bit_xor(hash(r)) FROM '" + table + "/*.parquet' r")) {
            answer.next();
            return answer.getString(1) + " rows, hashes " + answer.getString(2) + " and " + answer.getString(3);
        }
    }

    /** Deletes a directory, if it exists. */
    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(directory)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }
}
