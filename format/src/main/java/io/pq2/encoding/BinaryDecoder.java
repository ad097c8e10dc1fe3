package io.pq2.encoding;

/** Values of physical type BYTE_ARRAY, as slices of an array that the decoder does not copy. */
public sealed interface BinaryDecoder extends ValueDecoder permits PlainBinaryDecoder, DictionaryBinaryDecoder {

    /** Where the slices lie: the page's own bytes, or a dictionary's. The same array for as long as the decoder lives. */
    byte[] bytes();

    /**
     * Reads where the next {@code count} values lie: value {@code i} is the {@code lengths[offset + i]} bytes of {@link #bytes} from
     * {@code starts[offset + i]} on.
     *
     * @throws io.pq2.CorruptFileException if there are fewer, or the bytes are not what the encoding demands
     */
    void read(int[] starts, int[] lengths, int offset, int count);
}
