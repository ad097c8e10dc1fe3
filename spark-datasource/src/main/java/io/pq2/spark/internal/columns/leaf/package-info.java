/**
 * Fills Spark's column vectors from the columns of a file, leaf by leaf. A {@link
 * io.pq2.spark.internal.columns.leaf.ColumnSource} handles the differences between files once per batch: physical
 * types, dictionaries, units of time, missing fields.
 */
@NullMarked
package io.pq2.spark.internal.columns.leaf;

import org.jspecify.annotations.NullMarked;
