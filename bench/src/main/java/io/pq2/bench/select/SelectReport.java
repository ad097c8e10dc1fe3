package io.pq2.bench.select;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.ReportWriter;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Prints results as tables and compares them with the targets. */
public final class SelectReport {

    private static final double MEGA = 1e6;
    private static final double MEAN_TARGET = 3;
    private static final double MIN_TARGET = 1;

    private static final List<String> BY_SPARK = List.of(SparkSelect.PQ2, SparkSelect.PQ2_TABLE);
    private static final List<String> DIRECT = List.of(Pq2Select.NAME, DuckDbSelect.NAME, ParquetJavaSelect.NAME);
    private static final List<String> PEERS = List.of(SparkSelect.BUILT_IN, DuckDbSelect.NAME, ParquetJavaSelect.NAME);
    private static final List<String> OURS = List.of(SparkSelect.PQ2, SparkSelect.PQ2_TABLE, Pq2Select.NAME);
    private static final List<String> ENGINES = List.of(
            SparkSelect.PQ2,
            SparkSelect.PQ2_TABLE,
            SparkSelect.BUILT_IN,
            Pq2Select.NAME,
            DuckDbSelect.NAME,
            ParquetJavaSelect.NAME);

    private final List<SelectResult> results;
    private final ReportWriter out;

    private SelectReport(List<SelectResult> results, PrintStream out) {
        this.results = results;
        this.out = new ReportWriter(out);
    }

    /** A number for an engine. */
    @FunctionalInterface
    private interface OfEngine {
        double of(SelectResult result, String engine);
    }

    /** Prints all tables, then the missed targets. */
    public static void print(List<SelectResult> results, PrintStream out) {
        SelectReport report = new SelectReport(results, out);
        List<String> bySpark = new ArrayList<>(BY_SPARK);
        if (results.stream().anyMatch(result -> result.costs().containsKey(SparkSelect.FLOOR))) {
            bySpark.add(SparkSelect.FLOOR);
        }
        report.times("Through Spark, milliseconds", SelectResult::seconds, bySpark, List.of(SparkSelect.BUILT_IN));
        report.times(
                "Through Spark, milliseconds of CPU time of tasks",
                SelectResult::taskSeconds,
                bySpark,
                List.of(SparkSelect.BUILT_IN));
        report.times(
                "Directly, milliseconds",
                SelectResult::seconds,
                DIRECT.subList(0, 1),
                DIRECT.subList(1, DIRECT.size()));
        report.bytes();
        report.misses();
    }

    /** Prints a table with the ratio of each other engine to each form of pq2. */
    private void times(String title, OfEngine seconds, List<String> ours, List<String> peers) {
        List<String> titles = new ArrayList<>(List.of("written by", "query", "rows"));
        titles.addAll(ours);
        titles.addAll(peers);
        ours.forEach(our -> peers.forEach(peer -> titles.add(peer + " / " + our)));
        head(title, titles);
        for (SelectResult result : results) {
            List<String> cells = start(result);
            for (String engine : titles.subList(3, 3 + ours.size() + peers.size())) {
                cells.add(
                        result.remarks().containsKey(engine)
                                ? "WRONG"
                                : ReportWriter.number(1e3 * seconds.of(result, engine), 1));
            }
            ours.forEach(our -> peers.forEach(
                    peer -> cells.add(ReportWriter.number(seconds.of(result, peer) / seconds.of(result, our), 2))));
            out.row(cells);
        }
        byTable().forEach((table, ofTable) -> means("geometric mean of " + table, ofTable, seconds, ours, peers));
        means("geometric mean", results, seconds, ours, peers);
    }

    private void means(String title, List<SelectResult> over, OfEngine seconds, List<String> ours, List<String> peers) {
        List<String> cells = new ArrayList<>(List.of(title, "", ""));
        ours.forEach(our -> cells.add(""));
        peers.forEach(peer -> cells.add(""));
        ours.forEach(our -> peers.forEach(peer -> cells.add(ReportWriter.number(
                Averages.geometricMean(over, result -> seconds.of(result, peer) / seconds.of(result, our)), 2))));
        out.row(cells);
    }

    private Map<String, List<SelectResult>> byTable() {
        Map<String, List<SelectResult>> tables = new LinkedHashMap<>();
        for (SelectResult result : results) {
            tables.computeIfAbsent(result.table().title(), title -> new ArrayList<>())
                    .add(result);
        }
        return tables;
    }

    private void bytes() {
        List<String> titles = new ArrayList<>(List.of("written by", "query", "rows"));
        titles.addAll(ENGINES);
        titles.add("pq2 / minimum of the peers");
        head("Bytes read, MB", titles);
        for (SelectResult result : results) {
            List<String> cells = start(result);
            ENGINES.forEach(engine -> cells.add(ReportWriter.number(result.bytes(engine) / MEGA, 3)));
            cells.add(ReportWriter.number(result.bytes(Pq2Select.NAME) / minOfPeers(result), 3));
            out.row(cells);
        }
    }

    private static List<String> start(SelectResult result) {
        return new ArrayList<>(
                List.of(result.table().title(), result.query().title(), ReportWriter.count(result.rows())));
    }

    private void head(String title, List<String> titles) {
        out.heading(3, title);
        out.head(2, titles);
    }

    private void misses() {
        List<String> misses = new ArrayList<>();
        for (String our : BY_SPARK) {
            ToDoubleFunction<SelectResult> ratio = result -> result.seconds(SparkSelect.BUILT_IN) / result.seconds(our);
            double mean = Averages.geometricMean(results, ratio);
            if (mean < MEAN_TARGET) {
                misses.add(String.format(
                        Locale.ROOT, "geometric mean of built-in / %s: %.2f, target %.2f", our, mean, MEAN_TARGET));
            }
            for (SelectResult result : results) {
                if (ratio.applyAsDouble(result) < MIN_TARGET) {
                    misses.add(String.format(
                            Locale.ROOT,
                            "%s: built-in / %s %.2f, target %.2f",
                            result.title(),
                            our,
                            ratio.applyAsDouble(result),
                            MIN_TARGET));
                }
            }
        }
        for (SelectResult result : results) {
            missedBytes(result, misses);
        }
        results.forEach(result -> result.remarks()
                .forEach((engine, remark) -> misses.add(result.title() + ": " + engine + " finds " + remark)));
        out.missedTargets(misses);
    }

    private static void missedBytes(SelectResult result, List<String> misses) {
        for (String our : OURS) {
            double min = minOfPeers(result);
            if (min < result.bytes(our)) {
                misses.add(String.format(
                        Locale.ROOT,
                        "%s: %s reads %.3f MB, a peer %.3f",
                        result.title(),
                        our,
                        result.bytes(our) / MEGA,
                        min / MEGA));
            }
        }
    }

    /** Returns the bytes of the other engine that reads least; NaN if there is none. */
    private static double minOfPeers(SelectResult result) {
        return PEERS.stream()
                .mapToDouble(result::bytes)
                .filter(bytes -> !Double.isNaN(bytes))
                .min()
                .orElse(Double.NaN);
    }
}
