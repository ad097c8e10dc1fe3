/**
 * Codecs: what stands between a page's bytes in the file and its bytes as encoded (Compression.md of the format).
 *
 * <p>A page's data is handed to the codec as it is, without framing: SNAPPY is the raw block format (no stream header), ZSTD
 * one or more frames of RFC 8878, GZIP one or more members of RFC 1952, BROTLI one stream of RFC 7932, LZ4_RAW one block of LZ4's
 * block format. LZ4 and LZO are the exceptions: under these names writers have framed their blocks in different ways, and
 * reading finds out which one it is ({@code Lz4Decompressor}, {@code LzoDecompressor}). Both lengths come from the page header
 * ({@code compressed_page_size}, {@code uncompressed_page_size}), so every call here is a single block: from one array into
 * another, all lengths known.
 *
 * <p>SNAPPY, ZSTD and the LZ4s stand on the native libraries that Spark ships, GZIP on the JDK. Every file is to be read without
 * further jars on any platform, so BROTLI is decoded by {@code org.brotli:dec}, which is plain Java and which the Spark source's
 * jar holds under a name of its own, and LZO by a decoder of our own: aircompressor's relies on {@code sun.misc.Unsafe}, which
 * newer JDKs take away. Nobody has an encoder of BROTLI in Java; the native one of brotli4j cannot be renamed, being bound to
 * its class names, and would clash with that of others, so applications that write BROTLI bring it. LZO is not written.
 */
package io.pq2.internal.compression;
