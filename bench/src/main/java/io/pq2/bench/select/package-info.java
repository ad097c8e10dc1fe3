/**
 * Selective queries of a table of several files: pq2 through Spark and on its own, compared with Spark's built-in
 * source, DuckDB and parquet-java on the same files. {@code docs/benchmarks.md} describes the method.
 */
@NullMarked
package io.pq2.bench.select;

import org.jspecify.annotations.NullMarked;
