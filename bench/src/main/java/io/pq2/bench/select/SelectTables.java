package io.pq2.bench.select;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * The benchmark's table in the files of each writer: {@code lineitem} with additional columns, sorted by {@code
 * l_shipdate}, with the same rows in the same order. Existing tables are reused.
 */
public final class SelectTables {

    /** A realistic number of tasks of a write job. */
    private static final int FILES = 16;

    private static final String KEY = "l_orderkey";

    /** The columns: those of {@code lineitem}, a unique text, two columns with nulls, and a struct. */
    private static final String[] COLUMNS = {
        "*",
        "concat('SH', lpad(conv(pmod(xxhash64(l_orderkey, l_linenumber), 3656158440062976), 10, 36), 10, '0'))"
                + " AS l_tracking",
        "CASE WHEN pmod(xxhash64(l_orderkey, l_linenumber, 1), 100) = 0"
                + " THEN concat('waits for ', l_shipmode, ' of ', l_suppkey) END AS l_remark",
        "CASE WHEN pmod(xxhash64(l_orderkey, l_linenumber, 2), 1000) <> 0"
                + " THEN l_orderkey * 10 + l_linenumber END AS l_invoice",
        "named_struct('country', concat('country ', pmod(xxhash64(l_orderkey, 3), 90)),"
                + " 'city', concat('city ', pmod(xxhash64(l_orderkey, 4), 5000)),"
                + " 'door', CAST(pmod(xxhash64(l_orderkey, 5), 300) AS INT)) AS l_shipto"
    };

    private final SparkSession spark;
    private final Path directory;
    private final double scale;

    private SelectTables(SparkSession spark, Path directory, double scale) {
        this.spark = spark;
        this.directory = directory;
        this.scale = scale;
    }

    /**
     * Writes the missing tables.
     *
     * @param directory the directory that keeps the tables
     * @param scale the TPC-H scale factor of {@code lineitem}
     * @param lineitem creates {@code lineitem}
     */
    public static List<TableFiles> in(Path directory, SparkSession spark, double scale, Supplier<Dataset<Row>> lineitem)
            throws IOException, SQLException {
        Path tables = Files.createDirectories(directory.resolve("scale-" + scale));
        SelectTables made = new SelectTables(spark, tables, scale);
        TableFiles bySpark = made.table("spark", "Spark, 16 files", target -> made.writeSorted(lineitem.get(), target));
        TableFiles byPq2 = made.table("pq2", "pq2, 16 files", target -> made.rewrite(bySpark, target));
        TableFiles byDuckDb = made.table("duckdb", "DuckDB, 16 files", target -> copy(bySpark, target));
        TableFiles inOne = made.table("one", "Spark, one file", target -> made.join(bySpark, target));
        return List.of(bySpark, byPq2, byDuckDb, inOne);
    }

    /** Writes a table's files to a directory that does not exist. */
    @FunctionalInterface
    private interface Writing {
        void to(Path target) throws IOException, SQLException;
    }

    private TableFiles table(String name, String title, Writing writing) throws IOException, SQLException {
        Path target = directory.resolve(name);
        if (!Files.exists(target)) {
            Path unfinished = directory.resolve(name + ".unfinished");
            delete(unfinished);
            writing.to(unfinished);
            Files.move(unfinished, target);
        }
        return new TableFiles(name, title, target);
    }

    private void writeSorted(Dataset<Row> lineitem, Path target) {
        save(
                lineitem.selectExpr(COLUMNS)
                        .repartitionByRange(FILES, functions.col("l_shipdate"))
                        .sortWithinPartitions("l_shipdate"),
                "parquet",
                target);
    }

    private void save(Dataset<Row> rows, String format, Path target) {
        rows.write()
                .mode(SaveMode.ErrorIfExists)
                .format(format)
                .options(bloomFilter())
                .save(target.toUri().toString());
    }

    /**
     * Returns the options of a bloom filter as in Spark's documentation: the column, and its number of distinct values
     * in a file.
     */
    private Map<String, String> bloomFilter() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("parquet.bloom.filter.enabled#" + KEY, "true");
        options.put("parquet.bloom.filter.expected.ndv#" + KEY, String.format(Locale.ROOT, "%d", (long)
                Math.ceil(scale * 150_000)));
        return options;
    }

    /** Rewrites the table file by file with pq2, so that the order of rows stays the same. */
    private void rewrite(TableFiles source, Path target) throws IOException {
        Files.createDirectory(target);
        for (Path file : source.files()) {
            Path folder = target.resolve("one");
            save(read(file), "pq2", folder);
            Files.move(onlyFile(folder), target.resolve(file.getFileName()));
            delete(folder);
        }
    }

    private Dataset<Row> read(Path file) {
        return spark.read().parquet(file.toUri().toString());
    }

    private static Path onlyFile(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> found =
                    files.filter(file -> file.toString().endsWith(".parquet")).toList();
            if (found.size() != 1) {
                throw new IOException(found.size() + " files instead of one in " + folder);
            }
            return found.get(0);
        }
    }

    private static void copy(TableFiles source, Path target) throws IOException, SQLException {
        Files.createDirectory(target);
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
            for (Path file : source.files()) {
                statement.execute("COPY (FROM '" + file + "') TO '" + target.resolve(file.getFileName())
                        + "' (FORMAT parquet, COMPRESSION snappy)");
            }
        }
    }

    private void join(TableFiles source, Path target) throws IOException {
        List<Dataset<Row>> parts = new ArrayList<>();
        for (Path file : source.files()) {
            parts.add(read(file));
        }
        save(parts.stream().reduce(Dataset::union).orElseThrow().coalesce(1), "parquet", target);
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
