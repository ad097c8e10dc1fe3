/**
 * Reads splits of files for Spark, for the V1 format and the V2 scan alike. A {@link ScanSpec} describes a scan of a
 * table. A {@link SplitReader} reads one split. Footers answer aggregates, and rows where footers are inconclusive.
 */
@NullMarked
package io.pq2.spark.internal.files.scan;

import org.jspecify.annotations.NullMarked;
