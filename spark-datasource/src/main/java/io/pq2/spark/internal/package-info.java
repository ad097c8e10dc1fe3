/** Helpers that all parts of the Spark source share: errors, and the parsing of settings. */
@NullMarked
package io.pq2.spark.internal;

import org.jspecify.annotations.NullMarked;
