package io.pq2.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Tables, and queries that read them. */
interface Workload {

    /** Returns the names of the tables. */
    List<String> tables();

    /** Returns a writer of a generated table, without a format. */
    DataFrameWriter<Row> writer(SparkSession spark, String table, double scale);

    /** Returns the queries by name, in order. Without its LIMIT, a query returns the same rows from any source. */
    Map<String, String> queries() throws IOException;

    /** Returns the text of a resource of this module. */
    static String text(String resource) throws IOException {
        try (InputStream text = Objects.requireNonNull(Workload.class.getResourceAsStream(resource), resource)) {
            return new String(text.readAllBytes(), UTF_8);
        }
    }
}
