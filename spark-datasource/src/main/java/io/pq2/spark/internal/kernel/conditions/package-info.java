/** Conditions on the rows of a batch, and the rows that they select. */
@NullMarked
package io.pq2.spark.internal.kernel.conditions;

import org.jspecify.annotations.NullMarked;
