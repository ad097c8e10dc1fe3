package io.pq2.internal.write.file;

/**
 * Where the page indexes of a column chunk are in the file; null for those that it does not have.
 *
 * @param columnIndexOffset where its column index starts
 * @param columnIndexLength the bytes of its column index
 * @param offsetIndexOffset where its offset index starts
 * @param offsetIndexLength the bytes of its offset index
 */
record IndexLocation(
        Long columnIndexOffset, Integer columnIndexLength, Long offsetIndexOffset, Integer offsetIndexLength) {

    /** No page indexes. */
    static final IndexLocation NONE = new IndexLocation(null, null, null, null);

    /** The same location with an offset index. */
    IndexLocation withOffsetIndex(long offset, int length) {
        return new IndexLocation(columnIndexOffset, columnIndexLength, offset, length);
    }
}
