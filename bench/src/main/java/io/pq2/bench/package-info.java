/**
 * The main job on TPC-H data and the side-by-side runs against Spark's built-in source. Every run checks that both sides give
 * the same answers before it prints a time.
 */
package io.pq2.bench;
