/** The rules that change Spark's plans, and the checks of options and encryption. */
@NullMarked
package io.pq2.spark.internal.rules;

import org.jspecify.annotations.NullMarked;
