/**
 * DELTA_LENGTH_BYTE_ARRAY (Encodings.md, "Delta-length byte array") of BYTE_ARRAY.
 *
 * <pre>
 * page = lengths of all values as DELTA_BINARY_PACKED INT32, bytes of all values back to back
 * </pre>
 */
@NullMarked
package io.pq2.internal.encoding.deltalengthbytearray;

import org.jspecify.annotations.NullMarked;
