package io.pq2.internal.encoding.dictionary;

import io.pq2.internal.encoding.BinaryDecoder;
import io.pq2.vector.BinaryVector;
import java.util.Objects;

/**
 * Dictionary-encoded BYTE_ARRAY as slices of the dictionary's bytes, for readers that must not hand out ids; others take those from
 * a {@link DictionaryIdDecoder}.
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
        // The ids stand where the starts will be.
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
