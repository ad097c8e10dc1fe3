package io.pq2.bench;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/** The files of a workload's tables. A directory keeps them for later runs, by writer and scale factor. */
final class WorkloadTables {

    private final Workload workload;
    private final double scale;
    private final Path directory;

    WorkloadTables(Workload workload, double scale, Path directory) {
        this.workload = workload;
        this.scale = scale;
        this.directory = directory;
    }

    /** Returns the tables that are named in any of the queries. */
    List<String> names(Collection<String> queries) {
        return workload.tables().stream()
                .filter(table -> queries.stream()
                        .anyMatch(query -> Pattern.compile("\\b" + table + "\\b")
                                .matcher(query)
                                .find()))
                .toList();
    }

    /** Returns the tables of the queries that a writer has not written. */
    List<String> missing(String writer, Collection<String> queries) {
        return names(queries).stream()
                .filter(table -> !Files.exists(path(writer, table).resolve("_SUCCESS")))
                .toList();
    }

    /**
     * Writes the missing tables of the queries.
     *
     * @param writer the format of the writer
     */
    void write(SparkSession spark, String writer, Collection<String> queries, PrintStream progress) {
        for (String table : missing(writer, queries)) {
            progress.printf("writing %s with %s ...%n", table, writer);
            workload.writer(spark, table, scale)
                    .mode(SaveMode.Overwrite)
                    .format(writer)
                    .save(path(writer, table).toUri().toString());
        }
    }

    /** Returns a new session, which lists the partitions of a table in two tasks instead of one task each. */
    static SparkSession newSession(SparkSession spark) {
        SparkSession session = spark.newSession();
        session.conf().set("spark.sql.sources.parallelPartitionDiscovery.parallelism", "2");
        return session;
    }

    /**
     * Reads the table of a writer.
     *
     * @param format the source that reads
     */
    Dataset<Row> read(SparkSession session, String format, String writer, String table) {
        return session.read().format(format).load(path(writer, table).toUri().toString());
    }

    private Path path(String writer, String table) {
        return directory.resolve(writer + "-" + scale).resolve(table);
    }
}
