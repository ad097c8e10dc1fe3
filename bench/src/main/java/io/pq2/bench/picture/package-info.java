/** Draws the picture of the README from the tables of docs/benchmarks.md. */
@NullMarked
package io.pq2.bench.picture;

import org.jspecify.annotations.NullMarked;
