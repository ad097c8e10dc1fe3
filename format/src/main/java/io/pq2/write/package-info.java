/**
 * Writing a file: batches in; row groups, page indexes and footer out.
 *
 * <p>The file, from its first byte: the magic {@code PAR1}; the row groups, one column chunk after another in each of them and
 * then their bloom filters; the column indexes of all row groups, then the offset indexes; the footer, its length in four bytes, little-endian, and the magic
 * again.
 *
 * <p>A batch goes column by column through {@code Shredder} (vectors to levels and present values), {@code ChunkWriter} (values
 * to pages) and, once the row group is full, {@code RowGroupWriter} (chunks to the file). Pages are compressed as soon as they
 * are full, so a row group is buffered in about the size that it will have in the file.
 */
package io.pq2.write;
