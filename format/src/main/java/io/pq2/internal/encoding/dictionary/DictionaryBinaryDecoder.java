package io.pq2.internal.encoding.dictionary;

import io.pq2.internal.encoding.BinaryDecoder;
import io.pq2.vector.BinaryVector;
import java.util.Objects;

/**
 * Decodes dictionary-encoded BYTE_ARRAY to slices of the dictionary's bytes, for readers that cannot use ids. Other
 * readers use {@link DictionaryIdDecoder}.
 */
public final class DictionaryBinaryDecoder implements BinaryDecoder {

    private final DictionaryIdDecoder ids;
    private final BinaryVector dictionary;

    public DictionaryBinaryDecoder(byte[] bytes, int offset, int limit, BinaryVector dictionary) {
        this.ids = new DictionaryIdDecoder(bytes, offset, limit);
        this.dictionary = dictionary;
    }

    @Override
    public byte[] bytes() {
        return dictionary.bytes();
    }

    @Override
    public void read(int[] starts, int[] lengths, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, lengths.length);
        // The ids are decoded into the array of starts, which replace them.
        ids.read(starts, offset, count, dictionary.length());
        int[] entryStarts = dictionary.starts();
        int[] entryLengths = dictionary.lengths();
        for (int i = offset; i < offset + count; i++) {
            int id = starts[i];
            starts[i] = entryStarts[id];
            lengths[i] = entryLengths[id];
        }
    }

    @Override
    public void skip(int count) {
        ids.skip(count);
    }
}
