/**
 * ALP (AlpEncoding.md, a preview) of FLOAT and DOUBLE.
 *
 * <pre>
 * page       = header, offset*, vector*
 * header     = 1 byte compression_mode (0), 1 byte integer_encoding (0), 1 byte log_vector_size, 4 bytes num_elements
 * offset     = 4 bytes for each vector: its distance from the first offset
 * vector     = 1 byte exponent, 1 byte factor, 2 bytes num_exceptions,
 *              frame_of_reference (as wide as a value), 1 byte bit_width,
 *              integers minus the frame of reference, packed with the bit width,
 *              2 bytes for each exception: its position in the vector,
 *              the exceptions, PLAIN
 * </pre>
 *
 * All numbers are little endian. Each vector but the last has {@code 1 << log_vector_size} values. A value is {@code
 * integer * 10^factor * 10^-exponent}; an exception is a value that this formula does not restore.
 */
@NullMarked
package io.pq2.internal.encoding.alp;

import org.jspecify.annotations.NullMarked;
