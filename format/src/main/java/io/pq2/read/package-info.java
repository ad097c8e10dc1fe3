/**
 * Reads Parquet files. {@link io.pq2.read.ParquetFile} opens a file, {@link io.pq2.read.ScanBuilder} selects columns
 * and rows, {@link io.pq2.read.BatchReader} returns them as batches of vectors.
 *
 * <pre>{@code
 * try (ParquetFile file = ParquetFile.open(new LocalInputFile(path))) {
 *     out.println(file.schema());
 *     out.println(file.metadata().numRows() + " rows, written by " + file.metadata().createdBy());
 *
 *     Predicate large =
 *             new Predicate.Comparison(List.of("id"), Predicate.Operator.GE, new Literal.IntegerLiteral(990));
 *     try (BatchReader batches = file.scan().columns("id", "name").filter(large).batchSize(1_000).open()) {
 *         for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
 *             LongVector ids = (LongVector) batch.column("id");
 *             for (int i = 0; i < batch.rowCount(); i++) {
 *                 sum += ids.values()[i];
 *             }
 *         }
 *     }
 *
 *     try (RowReader rows = new RowReader(file.scan().rows(100, 3).open())) {
 *         while (rows.next()) {
 *             out.println(rows.row().getLong("id") + ": " + rows.row().getString("name"));
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>A scan with a filter returns exactly the rows for which the filter is true, and skips row groups and pages without
 * such rows. {@link io.pq2.read.RowFiltering} is the option for callers that evaluate the filter themselves. A range of
 * rows is exact.
 *
 * <p>{@link io.pq2.read.AggregateBuilder} counts rows and values and finds min and max, from the footer where possible.
 * {@link io.pq2.read.ScanMetrics} counts the work of a scan, {@link io.pq2.read.ScanExplanation} explains it.
 */
@NullMarked
package io.pq2.read;

import org.jspecify.annotations.NullMarked;
