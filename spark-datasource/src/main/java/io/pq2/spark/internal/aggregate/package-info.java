/** Pushdown of COUNT, MIN and MAX into V2 scans: answers from footers, and from rows where footers are inconclusive. */
@NullMarked
package io.pq2.spark.internal.aggregate;

import org.jspecify.annotations.NullMarked;
