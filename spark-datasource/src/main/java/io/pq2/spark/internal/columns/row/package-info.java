/** Fills Spark's column vectors of structs, arrays, maps and variants from the columns of a file. */
@NullMarked
package io.pq2.spark.internal.columns.row;

import org.jspecify.annotations.NullMarked;
