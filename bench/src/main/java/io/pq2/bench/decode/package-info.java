/**
 * The comparison of {@code DecodeBenchmark}: files written by other implementations, the engines that decode them, the
 * expected values, and the measured times.
 */
@NullMarked
package io.pq2.bench.decode;

import org.jspecify.annotations.NullMarked;
