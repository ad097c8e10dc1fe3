/**
 * Parquet files as parts (pages, indexes, bloom filters, footer) that a fuzzer changes and assembles again.
 */
@NullMarked
package io.pq2.fuzz.file;

import org.jspecify.annotations.NullMarked;
