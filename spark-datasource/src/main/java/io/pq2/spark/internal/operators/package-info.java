/** The physical operators of pq2. */
@NullMarked
package io.pq2.spark.internal.operators;

import org.jspecify.annotations.NullMarked;
