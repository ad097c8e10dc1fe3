/**
 * Reading: a file is opened ({@link io.pq2.read.ParquetFile}), a scan of it is planned ({@link io.pq2.read.ScanPlan}), batches
 * of vectors come out ({@link io.pq2.read.BatchReader}).
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
