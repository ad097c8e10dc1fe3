/**
 * RLE, the hybrid of run-length encoding and bit-packing (Encodings.md, "Run Length Encoding / Bit-Packing Hybrid").
 *
 * <pre>
 * hybrid     = run*
 * run        = rle-run | packed-run
 * rle-run    = varint(count &lt;&lt; 1), value             value: little endian, bit width rounded up to whole bytes
 * packed-run = varint(groups &lt;&lt; 1 | 1), packed        packed: 8 * groups values, least significant bit first
 * </pre>
 *
 * The bit width is known from the context: from the maximum level for levels, from a byte before the hybrid for
 * dictionary ids, and it is 1 for BOOLEAN values. BOOLEAN values have 4 bytes of length, little endian, before the
 * hybrid.
 */
@NullMarked
package io.pq2.internal.encoding.rle;

import org.jspecify.annotations.NullMarked;
