/** Measures in rounds, averages the measurements, and prints tables of results in Markdown. */
@NullMarked
package io.pq2.bench.measure;

import org.jspecify.annotations.NullMarked;
