/**
 * Rows, for those who want them: a view of batches on the way in ({@link io.pq2.record.RowReader}), and values by field that
 * become batches on the way out ({@link io.pq2.record.RecordWriter}, {@link io.pq2.record.RecordValue}, {@link
 * io.pq2.record.BatchBuilder}). Nothing is decoded or
 * encoded here.
 */
package io.pq2.record;
