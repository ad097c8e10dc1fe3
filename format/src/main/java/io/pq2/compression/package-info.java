/**
 * Codecs: what stands between a page's bytes in the file and its bytes as encoded (Compression.md of the format).
 *
 * <p>A page's data is handed to the codec as it is, without framing: SNAPPY is the raw block format (no stream header), ZSTD
 * one or more frames of RFC 8878, GZIP one or more members of RFC 1952. Both lengths come from the page header
 * ({@code compressed_page_size}, {@code uncompressed_page_size}), so every call here is a single block: from one array into
 * another, all lengths known.
 */
package io.pq2.compression;
