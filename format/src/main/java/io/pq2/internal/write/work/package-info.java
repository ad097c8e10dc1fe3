/**
 * The threads and memory of a writer: dividing the columns of a batch among encoding workers, and the buffers of each
 * worker.
 */
@NullMarked
package io.pq2.internal.write.work;

import org.jspecify.annotations.NullMarked;
