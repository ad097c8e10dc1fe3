/** Times small queries of Spark, in which planning takes longer than reading. */
@NullMarked
package io.pq2.bench.latency;

import org.jspecify.annotations.NullMarked;
