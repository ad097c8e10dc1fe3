/**
 * Writes Parquet files: takes batches of rows and produces row groups, page indexes and the footer.
 *
 * <p>A file consists of these parts, in this order:
 *
 * <ol>
 *   <li>the magic {@code PAR1};
 *   <li>the row groups, each with its column chunks in schema order, followed by their bloom filters;
 *   <li>the column indexes of all row groups, then their offset indexes;
 *   <li>the footer ({@code FileMetaData}), its length in 4 bytes (little-endian), and the magic again.
 * </ol>
 *
 * <p>{@link io.pq2.write.ParquetWriter} shreds each batch column by column into levels and values, and encodes these
 * into pages. It compresses a page as soon as the page is full, so a row group in memory has about its size in the
 * file. The writer writes a row group when it is full.
 */
@NullMarked
package io.pq2.write;

import org.jspecify.annotations.NullMarked;
