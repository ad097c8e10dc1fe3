package io.pq2.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Runs the 22 queries of TPC-H in Spark; see {@link SourceComparison}. */
public final class TpchBenchmark {

    private static final int QUERIES = 22;

    private TpchBenchmark() {}

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(
                arguments,
                SourceComparison.usage("TpchBenchmark", "TPC-H", "Q1", "target/tpch"),
                1,
                SourceComparison.OPTIONS,
                TpchBenchmark::of);
    }

    static Benchmark of(Arguments arguments) {
        return new SourceComparison(arguments, workload(), "target/tpch");
    }

    /** Returns the tables and the 22 queries of TPC-H. */
    static Workload workload() {
        return new Tpch();
    }

    private static final class Tpch implements Workload {

        @Override
        public List<String> tables() {
            return TpchTables.names();
        }

        @Override
        public DataFrameWriter<Row> writer(SparkSession spark, String table, double scale) {
            return TpchTables.rows(spark, table, scale, 2).write();
        }

        @Override
        public Map<String, String> queries() throws IOException {
            Map<String, String> queries = new LinkedHashMap<>();
            for (int number = 1; number <= QUERIES; number++) {
                queries.put("Q" + number, Workload.text(String.format(Locale.ROOT, "/tpch/q%02d.sql", number)));
            }
            return queries;
        }
    }
}
