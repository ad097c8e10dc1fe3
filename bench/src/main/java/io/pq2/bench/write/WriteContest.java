package io.pq2.bench.write;

import io.pq2.bench.measure.RamDisk;
import io.pq2.bench.measure.Rounds;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/** Times all engines on the same tables. First compares the files with the tables, then lets the engines take turns. */
public final class WriteContest implements AutoCloseable {

    private final Rounds rounds;
    private final boolean peakHeap;
    private final PrintStream progress;
    private final Path ramFolder;
    private final ParquetJavaRows stager = new ParquetJavaRows();
    private final DuckDbCopy duckDb;
    private final List<WriteEngine> engines = new ArrayList<>();
    private final CompressionFloor floor = new CompressionFloor();
    private final Path target;

    /**
     * Creates the comparison.
     *
     * @param engineNames selects the engines
     * @param rounds the rounds, at least one before the measured ones; the median of the measured ones is the result
     * @param peakHeap whether to measure the peak heap use
     * @param progress receives a line per case
     */
    public WriteContest(Predicate<String> engineNames, Rounds rounds, boolean peakHeap, PrintStream progress)
            throws IOException, SQLException {
        this.rounds = rounds;
        this.peakHeap = peakHeap;
        this.progress = progress;
        ramFolder = RamDisk.createFolder();
        target = ramFolder.resolve("written.parquet");
        duckDb = new DuckDbCopy();
        for (WriteEngine engine : List.of(
                new Pq2Columns(),
                new Pq2Rows(),
                SparkWrites.pq2(),
                new ParquetJavaRows(),
                SparkWrites.builtIn(),
                duckDb)) {
            if (engineNames.test(engine.name())) {
                engines.add(engine);
            }
        }
    }

    /**
     * Writes a table with all engines.
     *
     * @param rows the rows of {@code lineitem}; the table has a fixed share of that
     * @param cases selects the tables, by name, and the compressions
     */
    public List<WriteResult> run(TableRecipe recipe, int rows, BiPredicate<String, PageCompression> cases)
            throws IOException, SQLException {
        List<WriteResult> results = new ArrayList<>();
        List<PageCompression> forms = new ArrayList<>();
        for (PageCompression compression : PageCompression.values()) {
            if (cases.test(recipe.name(), compression)) {
                forms.add(compression);
            }
        }
        if (!forms.isEmpty()) {
            progress.printf("%s ...%n", recipe.name());
            Table table = recipe.make(rows);
            prepare(table);
            for (PageCompression compression : forms) {
                results.add(run(table, compression));
            }
        }
        return results;
    }

    private void prepare(Table table) throws IOException, SQLException {
        Path file = ramFolder.resolve(table.name() + "-staged.parquet");
        try {
            stager.prepare(table);
            stager.write(CompressionCodecName.UNCOMPRESSED, new Configuration(false), file);
            String difference = FileCheck.difference(table, file);
            if (difference != null) {
                throw new IllegalStateException("parquet-java's file of " + table.name() + ": " + difference);
            }
            StagedTable staged = new StagedTable(table, file);
            duckDb.prepare(staged);
            for (WriteEngine engine : engines) {
                engine.prepare(staged);
            }
        } finally {
            stager.close();
            Files.deleteIfExists(file);
        }
    }

    private WriteResult run(Table table, PageCompression compression) throws IOException, SQLException {
        Map<String, Long> sizes = new LinkedHashMap<>();
        Map<String, String> remarks = new LinkedHashMap<>();
        List<WriteEngine> right = new ArrayList<>();
        for (WriteEngine engine : engines) {
            String difference = verify(engine, table, compression, sizes);
            if (difference != null) {
                remarks.put(engine.name(), difference);
                progress.printf("%s wrote a wrong file of %s: %s%n", engine.name(), table.name(), difference);
                continue;
            }
            right.add(engine);
            if (engine.name().equals(Pq2Columns.NAME)) {
                right.add(floor);
            }
        }
        Map<String, Cost> costs = time(right, compression, sizes);
        sizes.remove(floor.name());
        Map<String, Long> peaks = new LinkedHashMap<>();
        for (WriteEngine engine : right) {
            if (peakHeap && engine.inHeap()) {
                peaks.put(engine.name(), peak(engine, compression, Objects.requireNonNull(costs.get(engine.name()))));
            }
        }
        WriteResult result =
                new WriteResult(table.name(), table.rows(), table.bytes(), compression, costs, sizes, peaks, remarks);
        progress.printf("  %s%n", result.title());
        costs.forEach((engine, cost) -> progress.printf(
                "    %-14s %.3f s, CPU %.3f s, of the process %.3f s%n",
                engine, cost.seconds(), cost.threadSeconds(), cost.processSeconds()));
        return result;
    }

    /**
     * Compares an engine's file with the table and records the size of a correct file. Returns the difference; absent
     * if there is none.
     */
    private @Nullable String verify(
            WriteEngine engine, Table table, PageCompression compression, Map<String, Long> sizes)
            throws IOException, SQLException {
        try {
            engine.write(compression, target);
            String difference = FileCheck.difference(table, target);
            if (difference == null) {
                difference = duckDb.difference(target);
            }
            if (difference == null) {
                sizes.put(engine.name(), Files.size(target));
                if (engine.name().equals(Pq2Columns.NAME)) {
                    floor.load(target);
                }
            }
            return difference;
        } finally {
            Files.deleteIfExists(target);
        }
    }

    /** Returns the medians. The compared files count as the first warm-up round. */
    private Map<String, Cost> time(List<WriteEngine> contestants, PageCompression compression, Map<String, Long> sizes)
            throws IOException, SQLException {
        Map<String, Cost> medians = new LinkedHashMap<>();
        new Rounds(rounds.warmUp() - 1, rounds.measured())
                .run(contestants, engine -> write(engine, compression, sizes))
                .forEach((engine, costs) -> medians.put(engine.name(), Cost.median(costs)));
        return medians;
    }

    private Cost write(WriteEngine engine, PageCompression compression, Map<String, Long> sizes)
            throws IOException, SQLException {
        try {
            System.gc(); // The measured work does not collect the garbage of others.
            Cost cost = Cost.of(() -> engine.write(compression, target));
            long size = Files.size(target);
            Long before = sizes.putIfAbsent(engine.name(), size);
            if (before != null && before != size) {
                throw new IllegalStateException(engine.name() + " writes " + size + " bytes, but wrote " + before);
            }
            return cost;
        } finally {
            Files.deleteIfExists(target);
        }
    }

    private long peak(WriteEngine engine, PageCompression compression, Cost cost) throws IOException, SQLException {
        try {
            return PeakHeap.of(() -> engine.write(compression, target), cost.seconds());
        } finally {
            Files.deleteIfExists(target);
        }
    }

    @Override
    public void close() throws IOException, SQLException {
        for (WriteEngine engine : engines) {
            engine.close();
        }
        duckDb.close();
        Files.delete(ramFolder);
    }
}
