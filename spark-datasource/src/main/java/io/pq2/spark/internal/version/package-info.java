/**
 * What differs between the versions of Spark. {@link io.pq2.spark.internal.version.SparkVersion} is the interface; the
 * module of each version implements it, in its own source folder.
 */
@NullMarked
package io.pq2.spark.internal.version;

import org.jspecify.annotations.NullMarked;
