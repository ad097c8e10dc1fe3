/**
 * Reading splits of files for Spark: one reader behind the V1 format and the V2 scan. A
 * {@link io.pq2.spark.internal.scan.ScanSpec} says what a scan wants, a {@link io.pq2.spark.internal.scan.SplitReader} delivers it for one
 * split, {@link io.pq2.spark.ScanCounter} names what is counted on the way.
 */
package io.pq2.spark.internal.scan;
