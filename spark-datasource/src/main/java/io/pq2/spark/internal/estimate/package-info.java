/** Estimates of the rows and bytes that a scan returns, from footers, for Spark's optimizer. */
@NullMarked
package io.pq2.spark.internal.estimate;

import org.jspecify.annotations.NullMarked;
