/** Groups of rows and their aggregates, with the results of Spark's operators. */
@NullMarked
package io.pq2.spark.internal.kernel.groups;

import org.jspecify.annotations.NullMarked;
