package io.pq2.bench.latency;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A data source of Spark and the settings with which it is used.
 *
 * @param name the name in reports
 * @param format the name of the source
 * @param settings the settings of the session
 */
record LatencySource(String name, String format, Map<String, String> settings) {

    private static final String V1_SOURCES = "spark.sql.sources.useV1SourceList";
    private static final String REPLACE = "spark.pq2.replace.parquet";

    static final LatencySource BUILT_IN = new LatencySource("built-in", "parquet", settings("parquet", false));

    /** The built-in source first. */
    static final List<LatencySource> ALL = List.of(
            BUILT_IN,
            new LatencySource("pq2 V2", "pq2", settings("parquet", false)),
            new LatencySource("pq2 V1", "pq2", settings("parquet,pq2", false)),
            new LatencySource("pq2 for parquet", "parquet", settings("parquet", true)));

    private static Map<String, String> settings(String v1Sources, boolean replace) {
        return Map.of(V1_SOURCES, v1Sources, REPLACE, Boolean.toString(replace));
    }

    /** Makes the settings those of the session. */
    void select(SparkSession spark) {
        settings.forEach(spark.conf()::set);
    }

    Dataset<Row> open(SparkSession spark, String path) {
        return spark.read().format(format).load(path);
    }
}
