package io.pq2.bench;

import io.pq2.bench.decode.CaseGroup;
import io.pq2.bench.decode.FileRecipe;
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
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * TPC-H {@code lineitem}, written once by Spark and by DuckDB with the default settings of each, except for the codec.
 */
final class LineitemFiles {

    private final Path directory;

    private LineitemFiles(Path directory) {
        this.directory = directory;
    }

    /**
     * Writes the missing files.
     *
     * @param cache the directory that keeps them
     * @param scale the TPC-H scale factor
     */
    static List<FileRecipe> in(Path cache, double scale) throws IOException, SQLException {
        LineitemFiles files = new LineitemFiles(Files.createDirectories(cache.resolve("lineitem-scale-" + scale)));
        if (!Files.exists(files.path("spark-snappy")) || !Files.exists(files.path("spark-zstd"))) {
            files.writeWithSpark(scale);
        }
        if (!Files.exists(files.path("duckdb-zstd"))) {
            files.writeWithDuckDb();
        }
        return List.of(
                files.recipe("Spark, snappy", "spark-snappy"),
                files.recipe("Spark, zstd", "spark-zstd"),
                files.recipe("DuckDB, zstd", "duckdb-zstd"));
    }

    private Path path(String name) {
        return directory.resolve(name + ".parquet");
    }

    private void writeWithSpark(double scale) throws IOException {
        try (SparkSession spark = Sessions.local(directory, 1, false)) {
            for (String codec : List.of("snappy", "zstd")) {
                Path folder = directory.resolve("spark-" + codec);
                TpchTables.lineitem(spark, scale, 1)
                        .write()
                        .mode(SaveMode.Overwrite)
                        .format("parquet")
                        .option("compression", codec)
                        .save(folder.toUri().toString());
                Files.move(onlyFile(folder), path("spark-" + codec));
                delete(folder);
            }
        }
    }

    private static Path onlyFile(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("Spark wrote no file to " + folder));
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void writeWithDuckDb() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
            statement.execute("COPY (FROM '" + path("spark-zstd") + "') TO '" + path("duckdb-zstd")
                    + "' (FORMAT parquet, COMPRESSION zstd)");
        }
    }

    private FileRecipe recipe(String title, String name) {
        Map<String, List<String>> cases = new LinkedHashMap<>();
        List<String> columns = new ArrayList<>(List.of(TpchTables.lineitemColumns()));
        for (String column : columns) {
            cases.put(title + ", " + column, List.of(column));
        }
        cases.put(title + ", all columns", columns);
        return new FileRecipe(CaseGroup.LINEITEM, "lineitem " + name, cases, target -> Files.copy(path(name), target));
    }
}
