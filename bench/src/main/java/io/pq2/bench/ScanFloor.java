package io.pq2.bench;

import io.pq2.bench.decode.Floor;
import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.ReportWriter;
import io.pq2.bench.measure.Rounds;
import io.pq2.bench.memory.MemoryTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Compares scans of {@code lineitem} into Spark's {@code noop} sink with what no reader can avoid: the time of the same
 * scan of ready-made batches in memory, plus the time to read and decompress the columns.
 */
final class ScanFloor {

    /** What is timed. */
    private enum Contestant {
        PQ2,
        BUILT_IN,
        /** Spark, with batches in memory. */
        BATCHES,
        /** Reading and decompressing, without Spark. */
        BYTES
    }

    private final SparkSession spark;
    private final Rounds rounds;
    private final ReportWriter table;
    private final Floor floor = new Floor();
    private final List<Double> ratios = new ArrayList<>();

    ScanFloor(SparkSession spark, Rounds rounds, ReportWriter table) {
        this.spark = spark;
        this.rounds = rounds;
        this.table = table;
    }

    /** Returns the columns to scan by title. */
    private static Map<String, List<String>> projections(List<String> all) {
        Map<String, List<String>> projections = new LinkedHashMap<>();
        projections.put("all", all);
        projections.put("integers", List.of("l_orderkey", "l_partkey", "l_suppkey", "l_linenumber"));
        projections.put("decimals", List.of("l_quantity", "l_extendedprice", "l_discount", "l_tax"));
        projections.put("dates", List.of("l_shipdate", "l_commitdate", "l_receiptdate"));
        projections.put(
                "strings of few values", List.of("l_returnflag", "l_linestatus", "l_shipinstruct", "l_shipmode"));
        projections.put("comments", List.of("l_comment"));
        return projections;
    }

    void head() {
        table.head(
                3,
                "lineitem written by",
                "codec",
                "columns",
                "pq2",
                "built-in",
                "batches in memory",
                "reading and decompressing",
                "pq2 / sum of these two");
    }

    /** @param directory the files of {@code lineitem}, with one codec */
    void measure(String writer, String codec, Path directory) throws IOException, SQLException {
        Dataset<Row> ours = spark.read().format("pq2").load(directory.toUri().toString());
        Dataset<Row> builtIn = spark.read().parquet(directory.toUri().toString());
        // All files have the same rows.
        Dataset<Row> batches = MemoryTables.copy(spark, "lineitem of " + directory.getParent(), ours);
        List<Path> files = dataFiles(directory);
        for (Map.Entry<String, List<String>> projection :
                projections(List.of(ours.columns())).entrySet()) {
            List<String> columns = projection.getValue();
            Map<Contestant, List<Double>> seconds = rounds.run(List.of(Contestant.values()), contestant -> {
                long start = System.nanoTime();
                switch (contestant) {
                    case PQ2 -> scan(ours, columns);
                    case BUILT_IN -> scan(builtIn, columns);
                    case BATCHES -> scan(batches, columns);
                    case BYTES -> {
                        for (Path file : files) {
                            floor.pass(file, columns);
                        }
                    }
                }
                return (System.nanoTime() - start) / 1e9;
            });
            report(writer, codec, projection.getKey(), seconds);
        }
    }

    private static List<Path> dataFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".parquet")).toList();
        }
    }

    private static void scan(Dataset<Row> rows, List<String> columns) {
        rows.select(columns.stream().map(functions::col).toArray(Column[]::new))
                .write()
                .format("noop")
                .mode(SaveMode.Overwrite)
                .save();
    }

    private void report(String writer, String codec, String columns, Map<Contestant, List<Double>> seconds) {
        List<Double> medians = seconds.values().stream()
                .map(all -> Averages.median(all, Double::doubleValue))
                .toList();
        double ratio = medians.get(Contestant.PQ2.ordinal())
                / (medians.get(Contestant.BATCHES.ordinal()) + medians.get(Contestant.BYTES.ordinal()));
        ratios.add(ratio);
        List<String> cells = new ArrayList<>(List.of(writer.equals("pq2") ? "pq2" : "Spark", codec, columns));
        medians.forEach(median -> cells.add(ReportWriter.number(median, 3)));
        cells.add(ReportWriter.number(ratio, 2));
        table.row(cells);
    }

    void foot() {
        String mean = ReportWriter.number(Averages.geometricMean(ratios, Double::doubleValue), 2);
        table.row("geometric mean", "", "", "", "", "", "", mean);
    }
}
