package io.pq2.internal.page;

/**
 * A page as it goes into a file.
 *
 * @param bytes the header and, behind it, the compressed page
 * @param uncompressedSize bytes of the header and of the page before compression, as column chunks count them
 */
public record EncodedPage(byte[] bytes, int uncompressedSize) {

    /** Bytes in the file, header included. */
    public int size() {
        return bytes.length;
    }
}
