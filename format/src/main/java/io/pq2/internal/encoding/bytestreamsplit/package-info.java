/**
 * BYTE_STREAM_SPLIT (Encodings.md, "Byte Stream Split") of INT32, INT64, FLOAT, DOUBLE and FIXED_LEN_BYTE_ARRAY.
 *
 * <pre>
 * page = stream(0), stream(1), ..., stream(width - 1)
 * stream(k) = byte k of the first value, byte k of the second value, ...
 * </pre>
 *
 * The number of values is the number of bytes divided by the width of a value.
 */
@NullMarked
package io.pq2.internal.encoding.bytestreamsplit;

import org.jspecify.annotations.NullMarked;
