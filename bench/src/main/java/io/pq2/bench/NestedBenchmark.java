package io.pq2.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Runs queries on nested columns, and on a table of 1,000 columns, in Spark; see {@link SourceComparison}. */
public final class NestedBenchmark {

    private static final String DIRECTORY = "target/nested";
    private static final String WIDE = "wide";
    private static final int ROWS = 1_000_000;
    private static final int WIDE_ROWS = 20_000;
    private static final int WIDE_COLUMNS = 1_000;
    private static final int FILES = 2;

    private NestedBenchmark() {}

    /** @param arguments see the text that is printed for invalid arguments */
    public static void main(String[] arguments) throws IOException, SQLException {
        Benchmark.main(
                arguments,
                SourceComparison.usage("NestedBenchmark", "the", "maps", DIRECTORY),
                1,
                SourceComparison.OPTIONS,
                NestedBenchmark::of);
    }

    static Benchmark of(Arguments arguments) {
        return new SourceComparison(arguments, new Nested(), DIRECTORY);
    }

    private static final class Nested implements Workload {

        @Override
        public List<String> tables() {
            return List.of("visits", WIDE);
        }

        @Override
        public DataFrameWriter<Row> writer(SparkSession spark, String table, double scale) {
            boolean isWide = table.equals(WIDE);
            long rows = Math.round(scale * (isWide ? WIDE_ROWS : ROWS));
            return spark.range(0, rows, 1, FILES)
                    .selectExpr(isWide ? wideColumns() : nestedColumns())
                    .write();
        }

        @Override
        public Map<String, String> queries() {
            Map<String, String> queries = new LinkedHashMap<>();
            queries.put(
                    "fields of structs",
                    "SELECT sum(page.duration), max(page.size.width), count(page.title) FROM visits");
            queries.put(
                    "groups by a field",
                    "SELECT page.title, count(*), avg(page.duration) FROM visits GROUP BY page.title");
            queries.put("lengths of lists", "SELECT sum(size(scores)), sum(size(items)) FROM visits");
            queries.put("elements of lists", "SELECT sum(score) FROM visits LATERAL VIEW explode(scores) e AS score");
            queries.put(
                    "structs in lists",
                    "SELECT item.name, sum(item.quantity) FROM visits LATERAL VIEW explode(items) e AS item"
                            + " GROUP BY item.name");
            queries.put("maps", "SELECT count(tags['b']), max(tags['c']) FROM visits");
            queries.put(
                    "whole rows", "SELECT bit_xor(xxhash64(id, page, scores, items, map_entries(tags))) FROM visits");
            queries.put("1,000 columns", "SELECT bit_xor(xxhash64(*)) FROM wide");
            return queries;
        }

        /** Each nested column is null in about one of ten rows, and so are the fields of the outer struct. */
        private static String[] nestedColumns() {
            return new String[] {
                "id",
                orNull(
                                "named_struct('title', " + orNull("concat('page ', pmod(hash(id), 500))", 1)
                                        + ", 'duration', " + orNull("pmod(xxhash64(id), 1000000)", 2)
                                        + ", 'size', "
                                        + orNull("named_struct('width', pmod(hash(id, 3), 4000), 'height', id)", 3)
                                        + ")",
                                4)
                        + " AS page",
                orNull(
                                "transform(sequence(1, 1 + pmod(hash(id, 5), 6)), i -> "
                                        + orNull("cast(hash(id, i) AS double)", 6) + ")",
                                7)
                        + " AS scores",
                orNull(
                                "transform(sequence(1, 1 + pmod(hash(id, 8), 4)), i -> named_struct("
                                        + "'name', concat('item ', pmod(hash(id, i), 200)),"
                                        + " 'quantity', pmod(hash(id, i, 9), 100)))",
                                10)
                        + " AS items",
                orNull("map('a', id, 'b', pmod(hash(id), 1000), 'c', hash(id, 11))", 12) + " AS tags"
            };
        }

        private static String orNull(String value, int seed) {
            return "if(pmod(hash(id, 'null', " + seed + "), 10) = 0, null, " + value + ")";
        }

        private static String[] wideColumns() {
            return IntStream.range(0, WIDE_COLUMNS)
                    .mapToObj(i -> wideColumn(i) + " AS c" + i)
                    .toArray(String[]::new);
        }

        private static String wideColumn(int index) {
            return switch (index % 4) {
                case 0 -> "hash(id, " + index + ") / 7.0D";
                case 1 -> "pmod(hash(id, " + index + "), 100000)";
                case 2 -> "concat('v', pmod(hash(id, " + index + "), 1000))";
                default -> "id * " + index;
            };
        }
    }
}
