/**
 * Spark's Data Source API, version 1: the file format, its scan node, and the rules that check and complete the
 * encryption of writes.
 */
@NullMarked
package io.pq2.spark.internal.v1;

import org.jspecify.annotations.NullMarked;
