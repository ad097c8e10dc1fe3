/**
 * Reads, writes and copies pages (README.md of the format, "Data Pages"; Compression.md; parquet.thrift,
 * {@code PageHeader}).
 *
 * <p>A column chunk is a sequence of pages, each a Thrift compact {@code PageHeader} followed by
 * {@code compressed_page_size} bytes:
 *
 * <pre>
 * chunk            := [dictionary page] data page*        (index pages and pages of unknown types are skipped)
 * data page v1     := codec( levels(repetition) levels(definition) values )
 * levels in v1     := nothing if the maximum level is 0
 *                   | RLE:        length (4 bytes, little-endian), as many bytes of the RLE/bit-packing hybrid
 *                   | BIT_PACKED: ceil(num_values * bit width / 8) bytes
 * data page v2     := repetition_levels_byte_length bytes of the hybrid,
 *                     definition_levels_byte_length bytes of the hybrid,
 *                     codec(values) if is_compressed, else values
 * dictionary page  := codec( num_values entries, PLAIN )
 * </pre>
 *
 * <p>The bit width of levels is the number of bits of the maximum level. A {@code crc} is the CRC-32 of the stored
 * bytes after the header.
 */
@NullMarked
package io.pq2.internal.page;

import org.jspecify.annotations.NullMarked;
