package io.pq2.bench.compact;

import io.pq2.bench.compact.ProcessCost.Work;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** The main program of the processes that are measured. Prints the costs. */
public final class CompactionWorker {

    /** The first argument of a process that runs a statement of DuckDB. */
    static final String SQL = "SQL";

    private CompactionWorker() {}

    /** @param arguments an engine, a table and the directory of the new files; or {@link #SQL} and statements */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals(SQL)) {
            System.out.println(ProcessCost.of(() -> duckDb(List.of(arguments).subList(1, arguments.length)))
                    .line());
            return;
        }
        CompactionEngine engine = CompactionEngine.valueOf(arguments[0]);
        Path table = Path.of(arguments[1]);
        Path target = Path.of(arguments[2]);
        if (!engine.usesSpark()) {
            print(() -> engine.run(table, target));
            return;
        }
        SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                // Not INT96, so that the new files have the types of the old ones.
                .config("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
                .config("spark.driver.host", "localhost")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config(
                        "spark.sql.warehouse.dir",
                        target.resolveSibling("warehouse").toUri().toString())
                .getOrCreate();
        print(() -> engine.run(table, target));
        spark.stop();
    }

    private static void print(Work work) throws Exception {
        System.out.println(ProcessCost.of(work).line());
    }

    private static void duckDb(List<String> statements) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
