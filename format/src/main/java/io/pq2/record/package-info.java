/**
 * Rows. {@link io.pq2.record.RowReader} shows the batches of a scan as rows. {@link io.pq2.record.RecordWriter} writes
 * a file from {@link io.pq2.record.RecordValue}s, and {@link io.pq2.record.BatchBuilder} builds batches from them.
 * Decoding and encoding are in {@link io.pq2.read} and {@link io.pq2.write}.
 */
@NullMarked
package io.pq2.record;

import org.jspecify.annotations.NullMarked;
