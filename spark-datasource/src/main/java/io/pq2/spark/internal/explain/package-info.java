/** The data source that returns the explanations of scans as rows. */
@NullMarked
package io.pq2.spark.internal.explain;

import org.jspecify.annotations.NullMarked;
