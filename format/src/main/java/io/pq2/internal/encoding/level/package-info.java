/**
 * Repetition and definition levels (Encodings.md, "Run Length Encoding / Bit-Packing Hybrid" and "Bit-packed
 * (Deprecated)").
 *
 * <p>Levels are written as the hybrid of {@link io.pq2.internal.encoding.rle} with the bit width of the maximum
 * level. In a data page of version 1, 4 bytes of length come before them. Old files can have BIT_PACKED levels
 * instead, which are only read: values of that bit width back to back, most significant bit first. Definition levels
 * with a maximum of 1 are decoded to and encoded from validity bitmaps.
 */
@NullMarked
package io.pq2.internal.encoding.level;

import org.jspecify.annotations.NullMarked;
