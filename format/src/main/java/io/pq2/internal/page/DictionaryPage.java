package io.pq2.internal.page;

/**
 * The entries of a column chunk's dictionary, decompressed, PLAIN encoded.
 *
 * @param numValues the number of entries, not yet checked against the bytes
 * @param bytes where they lie; not reused for other pages
 * @param start the index of the first byte
 * @param end the index behind the last byte
 */
public record DictionaryPage(int numValues, byte[] bytes, int start, int end) {}
