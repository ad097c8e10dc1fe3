/** The quickstart job on TPC-H data, and what the benchmarks share with it. */
@NullMarked
package io.pq2.bench;

import org.jspecify.annotations.NullMarked;
