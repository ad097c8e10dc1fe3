package io.pq2.internal.page;

/**
 * The decompressed entries of a column chunk's dictionary, in PLAIN encoding.
 *
 * @param numValues the number of entries in the header, not yet compared with the number of bytes
 * @param bytes the array that contains the entries; not reused for other pages
 * @param start the index of the first byte
 * @param end the index after the last byte
 */
public record DictionaryPage(int numValues, byte[] bytes, int start, int end) {}
