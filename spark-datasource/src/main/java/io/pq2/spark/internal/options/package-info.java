/** The options of reads, writes and tables, checked when a query declares them. */
@NullMarked
package io.pq2.spark.internal.options;

import org.jspecify.annotations.NullMarked;
