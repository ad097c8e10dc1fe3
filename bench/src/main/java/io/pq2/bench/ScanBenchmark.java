package io.pq2.bench;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.ReportWriter;
import io.pq2.bench.measure.Rounds;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Scans {@code lineitem} into Spark's {@code noop} sink, which reads every column of every row: pq2 compared with the
 * built-in source, in one JVM, on one thread, taking turns. Prints medians. Both sources write files, and each reads
 * the files of both.
 */
public final class ScanBenchmark {

    private static final Rounds ROUNDS = new Rounds(3, 5);
    private static final List<String> SOURCES = List.of("pq2", "parquet");
    private static final List<String> CODECS = List.of("snappy", "zstd");

    private static final String USAGE = """
        usage: ScanBenchmark [SCALE [DIRECTORY]] [--floor=true]
          SCALE       TPC-H scale factor (1)
          DIRECTORY   directory that keeps the files (target/scan)
          --floor     true: compare scans of some columns with scans of batches in memory, and with reading and
                      decompressing, which takes 8 GiB for scale factor 1 (false)\
        """;

    private final SparkSession spark;
    private final Path directory;
    private final ReportWriter table;

    private ScanBenchmark(SparkSession spark, Path directory, PrintStream out) {
        this.spark = spark;
        this.directory = directory;
        this.table = new ReportWriter(out);
    }

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(arguments, USAGE, 2, Set.of("floor"), ScanBenchmark::of);
    }

    static Benchmark of(Arguments arguments) {
        double scale = Arguments.scale(arguments.positional(0, "1"));
        Path directory = Path.of(arguments.positional(1, "target/scan")).toAbsolutePath();
        boolean withFloor = arguments.flag("floor", false);
        return (out, progress) -> {
            try (SparkSession spark = Sessions.local(directory, 1, false)) {
                ScanBenchmark benchmark = new ScanBenchmark(spark, directory.resolve("scale-" + scale), out);
                benchmark.writeFiles(scale, progress);
                out.println(Machine.describe());
                out.printf(Locale.ROOT, "Medians of %d rounds in seconds%n", ROUNDS.measured());
                if (withFloor) {
                    benchmark.compareWithFloor();
                } else {
                    benchmark.run();
                }
            }
            return true;
        };
    }

    private void writeFiles(double scale, PrintStream progress) throws IOException {
        for (String writer : SOURCES) {
            for (String codec : CODECS) {
                Path path = file(writer, codec);
                if (Files.exists(path.resolve("_SUCCESS"))) {
                    continue;
                }
                progress.printf("writing lineitem with %s, %s ...%n", writer, codec);
                TpchTables.lineitem(spark, scale, 1)
                        .write()
                        .mode(SaveMode.Overwrite)
                        .format(writer)
                        .option("compression", codec)
                        .save(path.toUri().toString());
            }
        }
    }

    private void run() throws IOException, SQLException {
        table.head(3, "lineitem written by", "codec", "source API", "pq2", "built-in", "built-in / pq2");
        for (String writer : SOURCES) {
            for (String codec : CODECS) {
                checkEqual(writer, codec);
                for (boolean v1 : new boolean[] {false, true}) {
                    measure(writer, codec, v1);
                }
            }
        }
    }

    private void compareWithFloor() throws IOException, SQLException {
        ScanFloor comparison = new ScanFloor(spark, ROUNDS, table);
        comparison.head();
        for (String writer : SOURCES) {
            for (String codec : CODECS) {
                checkEqual(writer, codec);
                comparison.measure(writer, codec, file(writer, codec));
            }
        }
        comparison.foot();
    }

    private void checkEqual(String writer, String codec) {
        List<Row> fingerprints = new ArrayList<>();
        for (String source : SOURCES) {
            fingerprints.addAll(read(source, writer, codec, false)
                    .selectExpr("count(*)", "bit_xor(xxhash64(*))", "sum(xxhash64(*) % 1000)")
                    .collectAsList());
        }
        if (!fingerprints.get(0).equals(fingerprints.get(1))) {
            throw new IllegalStateException(
                    "the sources return different rows for " + file(writer, codec) + ": " + fingerprints);
        }
    }

    private void measure(String writer, String codec, boolean v1) throws IOException, SQLException {
        Map<String, List<Double>> seconds = ROUNDS.run(SOURCES, source -> {
            Dataset<Row> rows = read(source, writer, codec, v1);
            long start = System.nanoTime();
            rows.write().format("noop").mode(SaveMode.Overwrite).save();
            return (System.nanoTime() - start) / 1e9;
        });
        List<Double> medians = seconds.values().stream()
                .map(all -> Averages.median(all, Double::doubleValue))
                .toList();
        double ours = medians.get(0);
        double builtIn = medians.get(1);
        table.row(
                writer.equals("pq2") ? "pq2" : "Spark",
                codec,
                v1 ? "V1 (SQL on a path)" : "V2 / built-in's default",
                ReportWriter.number(ours, 2),
                ReportWriter.number(builtIn, 2),
                ReportWriter.number(builtIn / ours, 2));
    }

    private Dataset<Row> read(String source, String writer, String codec, boolean v1) {
        String uri = file(writer, codec).toUri().toString();
        return v1
                ? spark.sql("SELECT * FROM " + source + ".`" + uri + "`")
                : spark.read().format(source).load(uri);
    }

    private Path file(String writer, String codec) {
        return directory.resolve("lineitem-" + writer + "-" + codec);
    }
}
