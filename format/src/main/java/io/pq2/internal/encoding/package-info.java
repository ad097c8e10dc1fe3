/**
 * The contracts of encodings (Encodings.md): decoders turn the bytes of a page into values, encoders do the opposite,
 * one batch at a time.
 *
 * <p>There is a decoder and an encoder interface for each physical type, and a package below this one for each
 * encoding, whose comment describes the bytes. {@link io.pq2.internal.encoding.registry} selects the implementation
 * for an encoding and a physical type.
 *
 * <h2>Decoding</h2>
 *
 * A decoder has two operations: read the next values into an array, and skip the next values. It reads a range of a
 * byte array. The array should have 32 more readable bytes after the range, so that kernels can load whole words up
 * to the end; without them, the last values are decoded more slowly. A decoder returns present values only; the
 * package {@link io.pq2.internal.encoding.scatter} moves them to their slots. Bytes of a file are untrusted: a decoder
 * returns values or throws {@link io.pq2.exception.CorruptFileException}.
 *
 * <h2>Encoding</h2>
 *
 * An encoder appends the bytes of a page's present values to {@link io.pq2.internal.encoding.EncodedBytes}.
 */
@NullMarked
package io.pq2.internal.encoding;

import org.jspecify.annotations.NullMarked;
