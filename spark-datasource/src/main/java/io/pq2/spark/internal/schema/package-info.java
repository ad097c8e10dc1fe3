/** Converts schemas between Spark and Parquet, and infers the schema of a set of files. */
@NullMarked
package io.pq2.spark.internal.schema;

import org.jspecify.annotations.NullMarked;
