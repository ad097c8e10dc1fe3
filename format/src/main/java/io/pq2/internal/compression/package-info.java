/**
 * Compression codecs (Compression.md).
 *
 * <p>A page is one compressed block without further framing: SNAPPY is the raw block format (no stream header), ZSTD
 * one or more frames of RFC 8878, GZIP one or more members of RFC 1952, BROTLI one stream of RFC 7932, and LZ4_RAW one
 * block of the LZ4 block format. LZ4 and LZO are exceptions: writers use several framings under these names, and the
 * reader detects which one ({@code Lz4Decompressor}, {@code LzoDecompressor}). Both lengths are in the page header
 * ({@code compressed_page_size}, {@code uncompressed_page_size}), so each call converts one block from one array to
 * another.
 *
 * <p>SNAPPY, ZSTD, LZ4 and LZ4_RAW use the native libraries that Spark ships, and GZIP uses the JDK. All codecs are
 * readable on every platform without further jars. BROTLI is therefore decoded by {@code org.brotli:dec}, which is pure
 * Java and relocated in the Spark jar, and LZO by a decoder in this package, because that of aircompressor uses
 * {@code sun.misc.Unsafe}, which newer JDKs remove. There is no BROTLI encoder in Java. The native one of brotli4j
 * cannot be relocated, because it is bound to its class names, so applications that write BROTLI add it to their class
 * path. LZO is not written.
 */
@NullMarked
package io.pq2.internal.compression;

import org.jspecify.annotations.NullMarked;
