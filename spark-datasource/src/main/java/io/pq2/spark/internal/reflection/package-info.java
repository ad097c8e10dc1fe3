/** What Spark does not promise: its private members that pq2 uses. */
@NullMarked
package io.pq2.spark.internal.reflection;

import org.jspecify.annotations.NullMarked;
