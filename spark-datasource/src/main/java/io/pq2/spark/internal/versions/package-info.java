/**
 * What differs between the versions of Spark, and the check that the jar belongs to the Spark that loads it. {@link
 * io.pq2.spark.internal.versions.SparkVersion} is the interface; the module of each version implements it, in its own
 * source folder. {@link io.pq2.spark.internal.versions.Installation} works in every version of Spark since 3.5.
 */
@NullMarked
package io.pq2.spark.internal.versions;

import org.jspecify.annotations.NullMarked;
