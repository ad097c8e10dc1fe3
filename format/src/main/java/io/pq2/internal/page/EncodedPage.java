package io.pq2.internal.page;

/**
 * A page as it is written to a file.
 *
 * @param bytes the header, followed by the compressed and possibly encrypted page
 * @param uncompressedSize the size of header and page before compression in bytes, as {@code ColumnMetaData} counts it.
 *     The header of a copied page claims the size of the page, which can be near 2<sup>31</sup>
 */
public record EncodedPage(byte[] bytes, long uncompressedSize) {

    /** Returns the size in the file, with the header, in bytes. */
    public int size() {
        return bytes.length;
    }
}
