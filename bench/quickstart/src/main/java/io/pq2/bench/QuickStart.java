package io.pq2.bench;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.Rounds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * The quickstart job: writes TPC-H tables as pq2, registers and queries them, and runs the same queries on the same
 * files with Spark's built-in source. The exit status is 1 if an answer differs, and 2 for invalid arguments.
 */
public final class QuickStart {

    private static final int THREADS = 2;
    private static final Rounds ROUNDS = new Rounds(1, 3);

    private final SparkSession spark;
    private final Path directory;
    private final double scale;
    private boolean allEqual = true;

    private QuickStart(SparkSession spark, Path directory, double scale) {
        this.spark = spark;
        this.directory = directory;
        this.scale = scale;
    }

    /**
     * Runs the job as the main program.
     *
     * @param arguments the scale factor (default 0.1) and the directory for the tables (default {@code
     *     target/quickstart})
     */
    public static void main(String[] arguments) throws IOException, SQLException {
        Path directory = Path.of(arguments.length > 1 ? arguments[1] : "target/quickstart")
                .toAbsolutePath();
        double scale;
        try {
            scale = Arguments.scale(arguments.length > 0 ? arguments[0] : "0.1");
        } catch (IllegalArgumentException e) {
            scale = Double.NaN;
        }
        if (!(scale <= 100) || arguments.length > 2) {
            System.err.println(
                    "usage: quickstart [SCALE [DIRECTORY]]   SCALE: TPC-H scale factor, above 0, at most 100");
            System.exit(2);
        }
        System.exit(run(directory, scale) ? 0 : 1);
    }

    /** Runs the job. Returns whether all answers were equal. */
    static boolean run(Path directory, double scale) throws IOException, SQLException {
        boolean equal;
        try (SparkSession spark = Sessions.local(directory, THREADS, true)) {
            QuickStart job = new QuickStart(spark, directory, scale);
            job.writeTables();
            job.registerTables();
            job.query();
            equal = job.allEqual;
        }
        System.out.println();
        System.out.println(
                equal
                        ? "All answers equal the answers of Spark's built-in source on the same files, in " + directory
                        : "DIFFERENT ANSWERS: see above; the files are in " + directory);
        return equal;
    }

    private void writeTables() {
        System.out.printf(Locale.ROOT, "TPC-H at scale factor %s, written with df.write.format(\"pq2\")%n", scale);
        int parts = Math.max(THREADS, (int) Math.ceil(scale * 4));
        step(
                "lineitem, sorted by l_shipdate",
                () -> TpchTables.lineitem(spark, scale, parts)
                        .repartitionByRange(parts, functions.col("l_shipdate"))
                        .sortWithinPartitions("l_shipdate")
                        .write()
                        .mode(SaveMode.Overwrite)
                        .option("parquet.block.size", 4 << 20)
                        .format("pq2")
                        .save(path("lineitem")));
        step(
                "orders, partitioned by o_orderyear",
                () -> TpchTables.orders(spark, scale, parts)
                        .repartition(functions.col("o_orderyear"))
                        .write()
                        .mode(SaveMode.Overwrite)
                        .partitionBy("o_orderyear")
                        .format("pq2")
                        .save(path("orders")));
        System.out.printf(
                Locale.ROOT,
                "  %.1f MB in %d files%n",
                sizeOf(directory) / 1e6,
                filesIn(directory).size());
    }

    private void registerTables() {
        System.out.println("Catalog tables: CREATE TABLE ... USING pq2 LOCATION ...");
        for (String source : List.of("pq2", "parquet")) {
            for (String table : List.of("lineitem", "orders")) {
                spark.sql("CREATE TABLE " + source + "_" + table + " USING " + source + " LOCATION '" + path(table)
                        + "'");
            }
            spark.sql("MSCK REPAIR TABLE " + source + "_orders");
        }
    }

    private void query() throws IOException, SQLException {
        ask(
                "Full scan, spark.read.format(...)",
                source -> spark.read()
                        .format(source)
                        .load(path("lineitem"))
                        .selectExpr(
                                "count(*) AS row_count",
                                "sum(l_quantity) AS quantity",
                                "sum(l_extendedprice) AS price",
                                "sum(length(l_comment)) AS comment_length",
                                "bit_xor(xxhash64(*)) AS fingerprint"));
        ask(
                "Join with aggregation, SQL on catalog tables",
                source -> spark.sql("SELECT o_orderyear, o_orderpriority,"
                        + " count(*) AS line_count, sum(l_extendedprice * (1 - l_discount)) AS revenue FROM "
                        + source + "_lineitem JOIN " + source + "_orders ON l_orderkey = o_orderkey"
                        + " WHERE o_orderyear IN (1994, 1995) AND l_returnflag = 'R'"
                        + " GROUP BY o_orderyear, o_orderpriority ORDER BY o_orderyear, o_orderpriority"));
        ask("Selective query (one week), spark.read.format(...)", source -> {
            spark.read().format(source).load(path("lineitem")).createOrReplaceTempView("shipments");
            return spark.sql("SELECT l_shipmode, count(*) AS line_count, sum(l_extendedprice * l_discount) AS revenue"
                    + " FROM shipments WHERE l_shipdate >= DATE '1994-03-01' AND l_shipdate < DATE '1994-03-08'"
                    + " GROUP BY l_shipmode ORDER BY l_shipmode");
        });
    }

    /** Runs a query with both sources on the same files, prints the metrics of pq2, and compares the answers. */
    private void ask(String title, Function<String, Dataset<Row>> query) throws IOException, SQLException {
        System.out.println();
        System.out.println(title);
        // Each run compiles a little more, so the sources take turns, and the first rounds do not count.
        Map<String, List<Answer>> answers =
                ROUNDS.run(List.of("pq2", "parquet"), source -> Answer.of(query.apply(source)));
        List<Answer> ours = answers.getOrDefault("pq2", List.of());
        List<Answer> builtIn = answers.getOrDefault("parquet", List.of());
        Answer answer = ours.get(0);
        answer.print(System.out);
        System.out.printf(
                Locale.ROOT,
                "  time: %.2f s (median of %d warm runs that take turns)%n",
                Averages.median(ours, Answer::seconds),
                ROUNDS.measured());
        boolean equal = Stream.of(ours, builtIn)
                .flatMap(List::stream)
                .allMatch(other -> other.rows().equals(answer.rows()));
        System.out.printf(
                Locale.ROOT,
                "  Spark's built-in source: %s, %.2f s%n",
                equal ? "same answer" : "ANOTHER ANSWER",
                Averages.median(builtIn, Answer::seconds));
        if (!equal) {
            allEqual = false;
            builtIn.get(0).print(System.out);
        }
    }

    private static void step(String what, Runnable work) {
        System.out.printf("  %s ...", what);
        System.out.flush();
        long start = System.nanoTime();
        work.run();
        System.out.printf(Locale.ROOT, " %.1f s%n", (System.nanoTime() - start) / 1e9);
    }

    private String path(String table) {
        return directory.resolve(table).toUri().toString();
    }

    private static List<Path> filesIn(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .sorted(Comparator.naturalOrder())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long sizeOf(Path directory) {
        long size = 0;
        for (Path file : filesIn(directory)) {
            size += file.toFile().length();
        }
        return size;
    }
}
