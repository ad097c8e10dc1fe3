package io.pq2.bench.store;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;

/** A query of a table in the store. */
public enum StoreQuery {
    FULL_SCAN("full scan", StoreTable.LINEITEM),
    TWO_COLUMNS("2 of 16 columns", StoreTable.LINEITEM),
    /** The rows of one order. The files have bloom filters of this column. */
    POINT_WITH_BLOOM_FILTER("point lookup, bloom filter", StoreTable.LINEITEM),
    /** The rows of one part. Neither statistics nor indexes exclude pages. */
    POINT("point lookup", StoreTable.LINEITEM),
    /** A week of shipping dates, by which the table is sorted. */
    RANGE("range of 1 week", StoreTable.LINEITEM),
    COUNT("count(*)", StoreTable.LINEITEM),
    MIN_MAX("min, max", StoreTable.LINEITEM),
    LIMIT("LIMIT 10", StoreTable.LINEITEM),
    SMALL_200("200 small files", StoreTable.SMALL_200),
    SMALL_2000("2,000 small files", StoreTable.SMALL_2000),
    WIDE("3 of 1,000 columns", StoreTable.WIDE);

    private final String title;
    private final StoreTable table;

    StoreQuery(String title, StoreTable table) {
        this.title = title;
        this.table = table;
    }

    /** Returns the name of the query in reports. */
    public String title() {
        return title;
    }

    StoreTable table() {
        return table;
    }

    private Dataset<Row> select(Dataset<Row> rows) {
        return switch (this) {
            case FULL_SCAN -> rows;
            case TWO_COLUMNS -> rows.select("l_extendedprice", "l_discount");
            case POINT_WITH_BLOOM_FILTER -> rows.where("l_orderkey = 4711");
            case POINT -> rows.where("l_partkey = 4711");
            case RANGE -> rows.where("l_shipdate BETWEEN date'1995-03-01' AND date'1995-03-07'");
            case COUNT -> rows.groupBy().count();
            case MIN_MAX -> rows.selectExpr("min(l_orderkey)", "max(l_shipdate)");
            case LIMIT -> rows.limit(10);
            case SMALL_200, SMALL_2000 -> rows.selectExpr("count(id)", "sum(value)");
            case WIDE -> rows.selectExpr("bit_xor(c1)", "bit_xor(c500)", "bit_xor(c999)");
        };
    }

    /** Runs the query. Rows of a scan are counted by Spark's sink, and dropped. */
    void run(Dataset<Row> rows) {
        Dataset<Row> selected = select(rows);
        switch (this) {
            case FULL_SCAN, TWO_COLUMNS, RANGE ->
                selected.write().format("noop").mode(SaveMode.Overwrite).save();
            default -> selected.collectAsList();
        }
    }

    /** Returns what all sources must answer alike. Each source may choose the rows of LIMIT. */
    Object answer(Dataset<Row> rows) {
        Dataset<Row> selected = select(rows);
        if (this == LIMIT) {
            return selected.collectAsList().size();
        }
        String[] lines = selected.selectExpr("count(*)", "bit_xor(xxhash64(*))").collectAsList().stream()
                .map(Row::toString)
                .toArray(String[]::new);
        Arrays.sort(lines);
        return List.of(lines);
    }
}
