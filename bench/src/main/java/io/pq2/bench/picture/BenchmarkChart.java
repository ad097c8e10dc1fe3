package io.pq2.bench.picture;

import io.pq2.bench.picture.RatioChart.Bar;
import io.pq2.bench.picture.RatioChart.Group;
import java.util.List;

/** Chooses the ratios of the README's picture from the tables that the benchmarks print. */
public final class BenchmarkChart {

    private static final String MEAN = "geometric mean";

    private BenchmarkChart() {}

    /**
     * Draws the picture.
     *
     * @param page a Markdown page with the tables of the benchmarks of scans, decoding, selective queries and writes
     * @return the text of an SVG file
     * @throws IllegalArgumentException if the page lacks a table or row that the picture needs
     */
    public static String draw(String page) {
        List<MarkdownTable> tables = MarkdownTable.all(page);
        MarkdownTable scans = MarkdownTable.withColumns(tables, "lineitem written by", "built-in / pq2");
        MarkdownTable decoding = MarkdownTable.withColumns(tables, "Spark / pq2", "parquet-java / pq2", "DuckDB / pq2");
        MarkdownTable queries = MarkdownTable.withColumns(tables, "query", "built-in / pq2 V2");
        MarkdownTable writes =
                MarkdownTable.withColumns(tables, "parquet-java / pq2", "Spark / pq2 for Spark", "DuckDB / pq2");
        String allFiles = "`lineitem`, all files";
        return new RatioChart(
                        "Time of other engines divided by the time of pq2 (longer: pq2 is faster)",
                        List.of(
                                new Group(
                                        "Queries in Spark, TPC-H lineitem",
                                        List.of(
                                                new Bar("built-in, full scan", scans.geometricMean("built-in / pq2")),
                                                new Bar(
                                                        "built-in, selective",
                                                        queries.number(MEAN, "built-in / pq2 V2")))),
                                new Group(
                                        "Decoding lineitem in memory, one thread",
                                        List.of(
                                                new Bar("Spark", decoding.number(allFiles, "Spark / pq2")),
                                                new Bar("DuckDB", decoding.number(allFiles, "DuckDB / pq2")),
                                                new Bar(
                                                        "parquet-java",
                                                        decoding.number(allFiles, "parquet-java / pq2")))),
                                new Group(
                                        "Writing four tables, one thread",
                                        List.of(
                                                new Bar("Spark", writes.number(MEAN, "Spark / pq2 for Spark")),
                                                new Bar("DuckDB", writes.number(MEAN, "DuckDB / pq2")),
                                                new Bar("parquet-java", writes.number(MEAN, "parquet-java / pq2"))))))
                .toSvg();
    }
}
