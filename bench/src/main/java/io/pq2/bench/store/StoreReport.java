package io.pq2.bench.store;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.ReportWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints the costs of queries and writes as tables and compares them with the targets. */
public final class StoreReport {

    private static final double MEAN_TARGET = 0.40;
    private static final double TARGET = 0.75;
    private static final double FULL_SCAN_TARGET = 1.4;
    private static final double SMALL_FILES_TARGET = 0.10;
    private static final int LOOKUP_CHAIN_TARGET = 4;
    private static final double WRITE_TARGET = 1.00;
    private static final double MAGIC_TARGET = 0.40;

    private StoreReport() {}

    /**
     * Prints the table.
     *
     * @param targets whether to compare the results with the targets
     */
    public static void print(List<StoreResult> results, boolean targets, PrintStream out) {
        ReportWriter report = new ReportWriter(out);
        List<String> head = new ArrayList<>(List.of("query"));
        for (StoreSource source : StoreSource.values()) {
            head.addAll(List.of(source.title() + ", s", "GET", "HEAD", "LIST", "chain", "MB"));
        }
        head.addAll(List.of("pq2 / built-in", "floor, s", "pq2 / floor"));
        report.head(1, head);
        for (StoreResult result : results) {
            List<String> cells = new ArrayList<>(List.of(result.query().title()));
            for (StoreSource source : StoreSource.values()) {
                StoreCost cost = result.cost(source);
                cells.add(ReportWriter.number(cost.seconds(), 2));
                for (String operation : List.of("GET", "HEAD", "LIST")) {
                    cells.add(ReportWriter.count(cost.count(operation)));
                }
                cells.add(ReportWriter.count(cost.chain()));
                cells.add(ReportWriter.number(cost.bytes() / 1e6, 1));
            }
            cells.add(ReportWriter.number(result.ratio(StoreSource.PQ2), 2));
            cells.add(ReportWriter.number(result.floor(), 2));
            cells.add(ReportWriter.number(ofFloor(result), 2));
            report.row(cells);
        }
        double mean = Averages.geometricMean(results, result -> result.ratio(StoreSource.PQ2));
        out.println();
        out.println("Geometric mean of pq2 / built-in: " + ReportWriter.number(mean, 2));
        if (targets) {
            report.missedTargets(misses(results, mean));
        }
    }

    /**
     * Prints the table of writes.
     *
     * @param targets whether to compare the results with the targets
     */
    public static void printWrites(List<StoreWriteResult> results, boolean targets, PrintStream out) {
        ReportWriter report = new ReportWriter(out);
        List<String> operations = List.of("PUT", "POST", "GET", "HEAD", "LIST", "DELETE");
        List<String> head = new ArrayList<>(List.of("write", "by", "seconds"));
        head.addAll(operations);
        head.addAll(List.of("chain", "of the built-in source's time"));
        report.head(2, head);
        List<String> misses = new ArrayList<>();
        for (StoreWriteResult result : results) {
            for (StoreWriter writer : StoreWriter.values()) {
                StoreCost cost = result.cost(writer);
                List<String> cells = new ArrayList<>(
                        List.of(result.write().title(), writer.title(), ReportWriter.number(cost.seconds(), 2)));
                operations.forEach(operation -> cells.add(ReportWriter.count(cost.count(operation))));
                cells.add(ReportWriter.count(cost.chain()));
                cells.add(ReportWriter.number(result.ratio(writer), 2));
                report.row(cells);
            }
            String title = result.write().title();
            check(misses, title + ", pq2 / built-in", result.ratio(StoreWriter.PQ2), WRITE_TARGET);
            check(misses, title + ", magic / built-in", result.ratio(StoreWriter.PQ2_MAGIC), MAGIC_TARGET);
        }
        if (targets) {
            report.missedTargets(misses);
        }
    }

    /**
     * Writes a picture of the requests of each query.
     *
     * @param directory the directory for the pictures, which are named after the queries
     */
    public static void draw(List<StoreResult> results, Path directory) throws IOException {
        Files.createDirectories(directory);
        for (StoreResult result : results) {
            Map<String, StoreCost> runs = new LinkedHashMap<>();
            for (StoreSource source : StoreSource.values()) {
                runs.put(source.title(), result.cost(source));
            }
            String name = result.query().name().toLowerCase(Locale.ROOT).replace('_', '-');
            Files.writeString(directory.resolve(name + ".svg"), RequestPicture.svg(runs));
        }
    }

    private static double ofFloor(StoreResult result) {
        return result.cost(StoreSource.PQ2).seconds() / result.floor();
    }

    private static List<String> misses(List<StoreResult> results, double mean) {
        List<String> misses = new ArrayList<>();
        check(misses, "geometric mean of pq2 / built-in", mean, MEAN_TARGET);
        for (StoreResult result : results) {
            String title = result.query().title();
            double ratio = result.ratio(StoreSource.PQ2);
            check(
                    misses,
                    title + ", pq2 / built-in",
                    ratio,
                    result.query() == StoreQuery.SMALL_200 ? SMALL_FILES_TARGET : TARGET);
            if (result.query() == StoreQuery.FULL_SCAN) {
                check(misses, title + ", pq2 / floor", ofFloor(result), FULL_SCAN_TARGET);
            }
            if (result.query() == StoreQuery.POINT_WITH_BLOOM_FILTER) {
                check(misses, title + ", chain", result.cost(StoreSource.PQ2).chain(), LOOKUP_CHAIN_TARGET);
            }
        }
        return misses;
    }

    private static void check(List<String> misses, String what, double value, double target) {
        if (value > target) {
            misses.add(what + ": " + ReportWriter.number(value, 2) + "; the target is " + ReportWriter.number(target, 2)
                    + " or less");
        }
    }
}
