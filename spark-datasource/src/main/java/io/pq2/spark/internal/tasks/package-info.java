/**
 * What pq2 sends to executors: the base of its functions, the RDD of its own jobs, and a message if executors do not
 * have its jar.
 */
@NullMarked
package io.pq2.spark.internal.tasks;

import org.jspecify.annotations.NullMarked;
