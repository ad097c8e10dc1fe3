/**
 * An open file: its footer, the place of its column chunks, and its bytes (README.md of the format, "File format").
 *
 * <pre>
 * "PAR1" column-chunk* FileMetaData length("FileMetaData"; 4 bytes, little-endian) "PAR1"
 * </pre>
 *
 * <p>{@link io.pq2.internal.read.source.FileTail} reads the end of a file,
 * {@link io.pq2.internal.read.source.FooterBytes} decodes and decrypts the footer,
 * {@link io.pq2.internal.read.source.OpenFile} holds the result. {@link io.pq2.internal.read.source.ChunkRanges}
 * compares what a footer says with the file. {@link io.pq2.internal.read.source.ScanSources} opens the files that one
 * scan reads; {@link io.pq2.internal.read.source.RangeFetch} requests byte ranges of them.
 */
@NullMarked
package io.pq2.internal.read.source;

import org.jspecify.annotations.NullMarked;
