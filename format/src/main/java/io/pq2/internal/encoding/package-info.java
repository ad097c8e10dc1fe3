/**
 * Encodings: how values and levels become the bytes of a page and come back (Encodings.md of the format), batch at a time.
 *
 * <h2>Bytes</h2>
 *
 * <ul>
 *   <li>PLAIN: values back to back. BOOLEAN one bit, least significant first; INT32, FLOAT 4, INT64, DOUBLE 8, INT96 12 bytes,
 *       little endian; BYTE_ARRAY 4 bytes of length, little endian, and the bytes; FIXED_LEN_BYTE_ARRAY the bytes.
 *   <li>RLE, the RLE/bit-packing hybrid of a known bit width: runs of {@code varint(count << 1), value in whole bytes} or {@code
 *       varint(groups << 1 | 1), 8 * groups values packed from the least significant bit on}. Levels have it bare (data page v1 puts
 *       4 bytes of length before it, which is the page's business), BOOLEAN values have the 4 bytes of length before it always.
 *   <li>RLE_DICTIONARY, and PLAIN_DICTIONARY as older files call it: 1 byte of bit width, then the hybrid with the ids of entries; the
 *       entries are PLAIN in the dictionary page.
 *   <li>BYTE_STREAM_SPLIT, of values of a fixed width except INT96: all first bytes, then all second bytes, and so on; as many values
 *       as the bytes, divided by the width, say.
 *   <li>DELTA_BINARY_PACKED of INT32 and INT64: varints of the block size, the miniblocks of a block and the number of values, and the
 *       first value as a zigzag varint; then blocks, each with the least of its deltas as a zigzag varint, a byte of bit width for each
 *       miniblock, and the miniblocks with deltas minus the least one packed as in the hybrid. The last miniblock is filled up;
 *       those that the last block does not need have a bit width and no bytes.
 *   <li>DELTA_LENGTH_BYTE_ARRAY: the lengths of all values as DELTA_BINARY_PACKED INT32, then their bytes back to back.
 *   <li>DELTA_BYTE_ARRAY of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY: how many bytes each value shares with the one before as
 *       DELTA_BINARY_PACKED INT32, then what follows these bytes as DELTA_LENGTH_BYTE_ARRAY.
 *   <li>ALP (AlpEncoding.md, in preview), of FLOAT and DOUBLE: {@code compression_mode 0, integer_encoding 0, log_vector_size} a byte
 *       each, 4 bytes of {@code num_elements}; 4 bytes for each vector of its offset behind these 7 bytes; and the vectors: {@code
 *       exponent, factor} a byte each, 2 bytes of {@code num_exceptions}, the frame of reference as wide as a value, 1 byte of bit width,
 *       the values' integers less the frame, packed from the least significant bit on, 2 bytes for each exception of its position, and
 *       the exceptions as in PLAIN. A value is {@code integer * 10^factor * 10^-exponent}.
 *   <li>BIT_PACKED, deprecated, read only: levels of a fixed width from the most significant bit on.
 * </ul>
 *
 * <h2>Decoding</h2>
 *
 * Decoders have two verbs, read the next n into an array and skip the next n. They read from a range of a byte array, which should
 * have 32 readable bytes behind it: kernels then load whole words up to the end. Decoders give present values only; {@link
 * io.pq2.internal.encoding.scatter.Scatter} moves them to their slots. Bytes are hostile until checked; whatever they are, the outcome is values or a
 * {@link io.pq2.exception.CorruptFileException}.
 *
 * <h2>Another encoding</h2>
 *
 * It gets a decoder that is added to the {@code permits} of its type's interface and to the switch in {@link
 * io.pq2.internal.encoding.registry.ValueDecoders}, an encoder likewise, and a test that reads back what it writes.
 */
package io.pq2.internal.encoding;
