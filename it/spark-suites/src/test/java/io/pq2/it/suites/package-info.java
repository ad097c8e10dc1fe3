/**
 * Spark's tests of its built-in Parquet source, run twice in processes of their own: with the built-in source, and with
 * pq2 in its place. Tests with different outcomes are listed in docs/spark-suites.md.
 */
package io.pq2.it.suites;
