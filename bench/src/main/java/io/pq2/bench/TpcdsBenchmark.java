package io.pq2.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs 12 queries of TPC-DS in Spark, on facts that are partitioned by their date key; see {@link SourceComparison}.
 * The build takes the queries from the tests of Spark.
 */
public final class TpcdsBenchmark {

    private static final List<Integer> QUERIES = List.of(3, 7, 13, 19, 25, 27, 42, 43, 52, 65, 79, 96);

    private TpcdsBenchmark() {}

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(
                arguments,
                SourceComparison.usage("TpcdsBenchmark", "TPC-DS", "Q3", "target/tpcds"),
                1,
                SourceComparison.OPTIONS,
                TpcdsBenchmark::of);
    }

    static Benchmark of(Arguments arguments) {
        return new SourceComparison(arguments, new Tpcds(), "target/tpcds");
    }

    private static final class Tpcds implements Workload {

        @Override
        public List<String> tables() {
            return TpcdsTables.names();
        }

        @Override
        public DataFrameWriter<Row> writer(SparkSession spark, String table, double scale) {
            return TpcdsTables.writer(spark, table, scale, 2);
        }

        @Override
        public Map<String, String> queries() throws IOException {
            Map<String, String> queries = new LinkedHashMap<>();
            for (int number : QUERIES) {
                queries.put("Q" + number, Workload.text("/tpcds/q" + number + ".sql"));
            }
            return queries;
        }
    }
}
