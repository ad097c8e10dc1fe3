/** The exceptions of pq2 in the form that Spark's users know, with the place in the file. */
@NullMarked
package io.pq2.spark.internal.errors;

import org.jspecify.annotations.NullMarked;
