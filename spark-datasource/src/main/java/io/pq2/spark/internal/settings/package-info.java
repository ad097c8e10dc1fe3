/** The keys that sessions, options and Hadoop's configuration set, and how their values are parsed. */
@NullMarked
package io.pq2.spark.internal.settings;

import org.jspecify.annotations.NullMarked;
