package io.pq2.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs 12 queries of TPC-DS in Spark, on facts that are partitioned by their date key; see {@link SourceComparison}.
 * The build takes the queries from the tests of Spark.
 */
public final class TpcdsBenchmark {

    private static final List<String> SELECTED =
            List.of("3", "7", "13", "19", "25", "27", "42", "43", "52", "65", "79", "96");

    /** The number of queries in the specification. */
    private static final int NUMBERS = 99;

    /** The queries that the specification has in two forms. */
    private static final Set<Integer> PAIRS = Set.of(14, 23, 24, 39);

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
        return new SourceComparison(arguments, new Tpcds(SELECTED), "target/tpcds");
    }

    /** Returns the tables and all 103 queries of TPC-DS in the tests of Spark. */
    static Workload allQueries() {
        return new Tpcds(IntStream.rangeClosed(1, NUMBERS)
                .boxed()
                .flatMap(number ->
                        PAIRS.contains(number) ? Stream.of(number + "a", number + "b") : Stream.of(number.toString()))
                .toList());
    }

    private static final class Tpcds implements Workload {

        private final List<String> names;

        private Tpcds(List<String> names) {
            this.names = names;
        }

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
            for (String name : names) {
                queries.put("Q" + name, Workload.text("/tpcds/q" + name + ".sql"));
            }
            return queries;
        }
    }
}
