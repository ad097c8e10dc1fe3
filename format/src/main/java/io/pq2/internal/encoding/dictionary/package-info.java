/**
 * RLE_DICTIONARY (Encodings.md, "Dictionary Encoding"), which older files call PLAIN_DICTIONARY.
 *
 * <pre>
 * dictionary page = the distinct values, PLAIN
 * data page       = 1 byte of bit width, hybrid of ids ({@link io.pq2.internal.encoding.rle})
 * </pre>
 *
 * A dictionary id is the index of a value in the dictionary page.
 */
@NullMarked
package io.pq2.internal.encoding.dictionary;

import org.jspecify.annotations.NullMarked;
