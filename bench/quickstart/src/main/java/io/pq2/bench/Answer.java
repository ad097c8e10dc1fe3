package io.pq2.bench;

import io.pq2.hadoop.metrics.ScanCounter;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import scala.jdk.javaapi.CollectionConverters;

/** The result of a query, its time, and the metrics of its scans. */
record Answer(List<String> columns, List<Row> rows, double seconds, List<Scan> scans) {

    private static final int MAX_FIELDS = 16;

    /**
     * A leaf of the physical plan.
     *
     * @param node its text in the plan
     * @param metrics its SQL metrics by name
     */
    record Scan(String node, Map<String, Long> metrics) {
        private long count(ScanCounter counter) {
            return Objects.requireNonNull(metrics.get(counter.metricName()), counter.metricName());
        }
    }

    /** Runs a query. */
    static Answer of(Dataset<Row> query) {
        long start = System.nanoTime();
        List<Row> rows = query.collectAsList();
        double seconds = (System.nanoTime() - start) / 1e9;
        List<Scan> scans = new ArrayList<>();
        PlanNodes.forEach(PlanNodes.root(query), node -> {
            if (node.children().isEmpty()) {
                scans.add(scan(node));
            }
        });
        return new Answer(List.of(query.columns()), rows, seconds, scans);
    }

    private static Scan scan(SparkPlan leaf) {
        Map<String, Long> metrics = new TreeMap<>();
        CollectionConverters.asJava(leaf.metrics()).forEach((name, metric) -> metrics.put(name, metric.value()));
        return new Scan(leaf.simpleString(MAX_FIELDS), metrics);
    }

    /** Prints the rows as a table, then each scan. */
    void print(PrintStream out) {
        out.println("  " + String.join(" | ", columns));
        for (Row row : rows) {
            out.println("  " + row.mkString(" | "));
        }
        for (Scan scan : scans) {
            out.println("  scan: " + scan.node().strip());
            if (scan.metrics().containsKey(ScanCounter.ROW_GROUPS_READ.metricName())) {
                out.printf(
                        Locale.ROOT,
                        "  row groups: %d read, %d not read; bytes: %,d read, %,d not read%n",
                        scan.count(ScanCounter.ROW_GROUPS_READ),
                        scan.count(ScanCounter.ROW_GROUPS_SKIPPED),
                        scan.count(ScanCounter.BYTES_READ),
                        scan.count(ScanCounter.BYTES_SKIPPED));
            }
        }
    }
}
