/**
 * The benchmarks that compare pq2 with other engines. Each benchmark checks that all engines return the same values
 * before it prints a time.
 */
@NullMarked
package io.pq2.bench;

import org.jspecify.annotations.NullMarked;
