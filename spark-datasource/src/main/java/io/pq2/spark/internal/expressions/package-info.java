/** What pq2 knows of Spark's expressions: how batches compute them, and which filters on files they become. */
@NullMarked
package io.pq2.spark.internal.expressions;

import org.jspecify.annotations.NullMarked;
