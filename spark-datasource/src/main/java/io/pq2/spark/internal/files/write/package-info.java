/**
 * Writes Spark's rows to files: preparation on the driver, one output writer for each file, conversion of rows to
 * vectors.
 */
@NullMarked
package io.pq2.spark.internal.files.write;

import org.jspecify.annotations.NullMarked;
