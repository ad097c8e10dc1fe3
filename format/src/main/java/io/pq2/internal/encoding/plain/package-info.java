/**
 * PLAIN (Encodings.md, "Plain"): the values without any compression, back to back.
 *
 * <pre>
 * BOOLEAN               1 bit for each value, least significant bit first, padded to a whole byte
 * INT32, FLOAT          4 bytes, little endian
 * INT64, DOUBLE         8 bytes, little endian
 * INT96                 12 bytes
 * BYTE_ARRAY            4 bytes of length, little endian, then the bytes
 * FIXED_LEN_BYTE_ARRAY  the bytes; the schema has the length
 * </pre>
 */
@NullMarked
package io.pq2.internal.encoding.plain;

import org.jspecify.annotations.NullMarked;
