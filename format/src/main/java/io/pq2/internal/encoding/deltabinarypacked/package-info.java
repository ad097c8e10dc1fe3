/**
 * DELTA_BINARY_PACKED (Encodings.md, "Delta Encoding") of INT32 and INT64.
 *
 * <pre>
 * page   = header, block*
 * header = varint(block size), varint(miniblocks of a block), varint(number of values), zigzag(first value)
 * block  = zigzag(min delta), 1 byte of bit width for each miniblock, miniblock*
 * miniblock = deltas minus the min delta, packed with the bit width, least significant bit first
 * </pre>
 *
 * The block size counts values. The last used miniblock is padded to its full size. Miniblocks of the last block that
 * are not needed have a bit width but no bytes.
 */
@NullMarked
package io.pq2.internal.encoding.deltabinarypacked;

import org.jspecify.annotations.NullMarked;
