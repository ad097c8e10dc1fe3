/**
 * DELTA_BYTE_ARRAY (Encodings.md, "Delta Strings") of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY.
 *
 * <pre>
 * page = prefix lengths as DELTA_BINARY_PACKED INT32, suffixes as DELTA_LENGTH_BYTE_ARRAY
 * </pre>
 *
 * The prefix length is the number of leading bytes that a value shares with the previous one; the suffix is the rest.
 */
@NullMarked
package io.pq2.internal.encoding.deltabytearray;

import org.jspecify.annotations.NullMarked;
