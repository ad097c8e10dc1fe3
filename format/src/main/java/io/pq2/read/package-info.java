/**
 * Reading: a file is opened ({@link io.pq2.read.ParquetFile}), a scan of it is planned ({@link io.pq2.read.ScanPlan}), batches
 * of vectors come out ({@link io.pq2.read.BatchReader}).
 *
 * <pre>{@code
 * try (ParquetFile file = ParquetFile.open(new LocalInputFile(path))) {
 *     out.println(file.schema());
 *     out.println(file.metadata().numRows() + " rows, written by " + file.metadata().createdBy());
 *
 *     Predicate large = new Predicate.Comparison(List.of("id"), Predicate.Operator.GE, new Literal.IntegerLiteral(990));
 *     try (BatchReader batches = file.scan().columns("id", "name").filter(large).batchSize(1_000).open()) {
 *         for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
 *             LongVector ids = (LongVector) batch.columns().get(0);
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
 * <p>A filter spares work: row groups and pages that are proved to have no row for it are left out, other rows come whether it is true
 * for them or not, unless {@link io.pq2.read.RowFiltering} says otherwise. A range of rows is exact.
 *
 * <p>A file (README.md of the format, "File format"):
 *
 * <pre>
 * "PAR1" column-chunk* FileMetaData length("FileMetaData"; 4 bytes, little-endian) "PAR1"
 * </pre>
 *
 * <p>Three things are kept apart. The plan says which bytes; it is immutable and made before the first of them is read. The
 * fetch says how they are requested. The iteration says in which order they are decoded.
 *
 * <p>Nested data comes as levels (README.md, "Nested Encoding"). {@link io.pq2.schema.Shape} says which entry of the level streams
 * makes which slot; each list, map and struct is derived from the levels of the first leaf below it.
 */
package io.pq2.read;
