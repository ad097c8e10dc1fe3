/** Translates Spark's filters to predicates. */
@NullMarked
package io.pq2.spark.internal.filter;

import org.jspecify.annotations.NullMarked;
