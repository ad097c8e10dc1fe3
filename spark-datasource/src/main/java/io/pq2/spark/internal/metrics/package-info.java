/** Reports the counts of scans to Spark: as metrics of scan nodes and as an accumulator. */
@NullMarked
package io.pq2.spark.internal.metrics;

import org.jspecify.annotations.NullMarked;
