/** A source of Spark that returns batches from memory: no reader can be faster. */
@NullMarked
package io.pq2.bench.memory;

import org.jspecify.annotations.NullMarked;
