/** The counts of scans, which jobs of MapReduce and queries of Spark report. */
@NullMarked
package io.pq2.hadoop.metrics;

import org.jspecify.annotations.NullMarked;
