/**
 * Selective queries of a table of several files: pq2, through Spark and by itself, beside Spark's built-in source, DuckDB and
 * parquet-java on the same files. How it is measured stands in {@code docs/benchmarks.md}.
 */
package io.pq2.bench.select;
