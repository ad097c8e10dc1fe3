/** Spark's Data Source API, version 1: the file format and its scan node. */
@NullMarked
package io.pq2.spark.internal.v1;

import org.jspecify.annotations.NullMarked;
