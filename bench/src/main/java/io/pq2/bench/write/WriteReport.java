package io.pq2.bench.write;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.ReportWriter;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Prints results as tables and compares them with the targets. */
public final class WriteReport {

    /** The columns of the tables. */
    static final List<String> ENGINES = List.of(
            Pq2Columns.NAME,
            Pq2Rows.NAME,
            SparkWrites.PQ2,
            ParquetJavaRows.NAME,
            SparkWrites.BUILT_IN,
            DuckDbCopy.NAME);

    private static final double MEGA = 1e6;
    private static final double MAX_MEAN_SIZE_RATIO = 0.95;
    private static final double MAX_SIZE_RATIO = 1.01;

    private final List<WriteResult> results;
    private final ReportWriter out;

    private WriteReport(List<WriteResult> results, PrintStream out) {
        this.results = results;
        this.out = new ReportWriter(out);
    }

    /** Two engines with a target for their ratio. */
    private enum Pair {
        COLUMNS_AND_PARQUET_JAVA(ParquetJavaRows.NAME, Pq2Columns.NAME, 2, true),
        SPARK(SparkWrites.BUILT_IN, SparkWrites.PQ2, 2, true),
        COLUMNS_AND_DUCKDB(DuckDbCopy.NAME, Pq2Columns.NAME, 1, false);

        private final String peer;
        private final String ours;
        private final double target;
        private final boolean onEachTable;

        Pair(String peer, String ours, double target, boolean onEachTable) {
            this.peer = peer;
            this.ours = ours;
            this.target = target;
            this.onEachTable = onEachTable;
        }

        String title() {
            return peer + " / " + ours;
        }

        double seconds(WriteResult result) {
            return result.seconds(peer) / result.seconds(ours);
        }

        double cpuSeconds(WriteResult result) {
            return result.cpuSeconds(peer) / result.cpuSeconds(ours);
        }
    }

    /** Prints all tables, then the missed targets. */
    public static void print(List<WriteResult> results, PrintStream out) {
        WriteReport report = new WriteReport(results, out);
        report.times("Seconds", WriteResult::seconds, Pair::seconds);
        report.times("CPU seconds of the writing thread", WriteResult::cpuSeconds, Pair::cpuSeconds);
        report.engines(
                "MB of values written per second", (result, engine) -> result.bytes() / MEGA / result.seconds(engine));
        report.sizes();
        report.engines(
                "Peak of the heap, MB",
                (result, engine) ->
                        result.peaks().containsKey(engine) ? result.peaks().get(engine) / MEGA : Double.NaN);
        report.engines(
                "Allocated on the heap, MB",
                (result, engine) ->
                        result.peaks().containsKey(engine) ? result.allocatedBytes(engine) / MEGA : Double.NaN);
        report.misses();
    }

    /** A number for an engine. */
    @FunctionalInterface
    private interface OfEngine {
        double of(WriteResult result, String engine);
    }

    /** A number for a pair of engines. */
    @FunctionalInterface
    private interface OfPair {
        double of(Pair pair, WriteResult result);
    }

    private void times(String title, OfEngine seconds, OfPair ratio) {
        List<String> titles = new ArrayList<>(List.of("table", "codec", "rows", "MB", "floor"));
        titles.addAll(ENGINES);
        for (Pair pair : Pair.values()) {
            titles.add(pair.title());
        }
        head(title, titles);
        for (WriteResult result : results) {
            List<String> cells = start(result);
            cells.add(ReportWriter.count(result.rows()));
            cells.add(number(result.bytes() / MEGA));
            cells.add(number(seconds.of(result, CompressionFloor.NAME)));
            for (String engine : ENGINES) {
                cells.add(result.remarks().containsKey(engine) ? "WRONG" : number(seconds.of(result, engine)));
            }
            for (Pair pair : Pair.values()) {
                cells.add(number(ratio.of(pair, result)));
            }
            out.row(cells);
        }
        List<String> means = new ArrayList<>(List.of("geometric mean", "", "", "", ""));
        ENGINES.forEach(engine -> means.add(""));
        for (Pair pair : Pair.values()) {
            means.add(number(geometricMean(result -> ratio.of(pair, result))));
        }
        out.row(means);
    }

    private void sizes() {
        List<String> titles = new ArrayList<>(List.of("table", "codec"));
        titles.addAll(ENGINES);
        titles.add("pq2 / parquet-java");
        titles.add("pq2 / DuckDB");
        head("Size of the file, MB", titles);
        for (WriteResult result : results) {
            List<String> cells = start(result);
            ENGINES.forEach(engine -> cells.add(number(result.size(engine) / MEGA)));
            cells.add(ratio(sizeRatio(result, ParquetJavaRows.NAME)));
            cells.add(ratio(sizeRatio(result, DuckDbCopy.NAME)));
            out.row(cells);
        }
        List<String> means = new ArrayList<>(List.of("geometric mean", ""));
        ENGINES.forEach(engine -> means.add(""));
        means.add(ratio(geometricMean(result -> sizeRatio(result, ParquetJavaRows.NAME))));
        means.add(ratio(geometricMean(result -> sizeRatio(result, DuckDbCopy.NAME))));
        out.row(means);
    }

    private static double sizeRatio(WriteResult result, String peer) {
        return result.size(Pq2Columns.NAME) / result.size(peer);
    }

    private void engines(String title, OfEngine number) {
        List<String> titles = new ArrayList<>(List.of("table", "codec"));
        titles.addAll(ENGINES);
        head(title, titles);
        for (WriteResult result : results) {
            List<String> cells = start(result);
            ENGINES.forEach(engine -> cells.add(number(number.of(result, engine))));
            out.row(cells);
        }
    }

    private static List<String> start(WriteResult result) {
        return new ArrayList<>(List.of(result.table(), result.compression().title()));
    }

    private void head(String title, List<String> titles) {
        out.heading(3, title);
        out.head(2, titles);
    }

    private static String number(double value) {
        return ReportWriter.number(value, value < 100 ? 2 : 0);
    }

    private static String ratio(double value) {
        return ReportWriter.number(value, 3);
    }

    /** Returns the geometric mean of the finite values; NaN if there is none. */
    private double geometricMean(ToDoubleFunction<WriteResult> value) {
        return Averages.geometricMean(results, value);
    }

    private void misses() {
        List<String> misses = new ArrayList<>();
        for (Pair pair : Pair.values()) {
            double mean = geometricMean(pair::seconds);
            if (!pair.onEachTable && mean < pair.target) {
                misses.add(
                        "geometric mean of " + pair.title() + ": " + number(mean) + ", wanted " + number(pair.target));
            }
            for (WriteResult result : results) {
                if (pair.onEachTable && pair.seconds(result) < pair.target) {
                    misses.add(result.title() + ": " + pair.title() + " " + number(pair.seconds(result)) + ", wanted "
                            + number(pair.target));
                }
            }
        }
        double mean = geometricMean(result -> sizeRatio(result, ParquetJavaRows.NAME));
        if (mean > MAX_MEAN_SIZE_RATIO) {
            misses.add("geometric mean of the sizes of pq2 / parquet-java: " + ratio(mean) + ", wanted "
                    + ratio(MAX_MEAN_SIZE_RATIO));
        }
        for (WriteResult result : results) {
            double size = sizeRatio(result, ParquetJavaRows.NAME);
            if (size > MAX_SIZE_RATIO) {
                misses.add(result.title() + ": size of pq2 / parquet-java " + ratio(size) + ", wanted "
                        + ratio(MAX_SIZE_RATIO));
            }
            result.remarks()
                    .forEach((engine, remark) ->
                            misses.add(result.title() + ": " + engine + " writes a wrong file, " + remark));
        }
        out.missedTargets(misses);
    }
}
