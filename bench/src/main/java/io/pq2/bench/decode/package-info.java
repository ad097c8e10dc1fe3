/**
 * The comparison of {@code DecodeBenchmark}: files that peers wrote, the engines that decode them, what each must have seen, and
 * how long each took.
 */
package io.pq2.bench.decode;
