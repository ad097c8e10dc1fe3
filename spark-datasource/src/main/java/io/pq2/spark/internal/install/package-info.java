/**
 * Checks that the jar belongs to the Spark that loads it. The classes of this package, and the classes that Spark loads
 * by itself, work in every version of Spark since 3.5.
 */
@NullMarked
package io.pq2.spark.internal.install;

import org.jspecify.annotations.NullMarked;
