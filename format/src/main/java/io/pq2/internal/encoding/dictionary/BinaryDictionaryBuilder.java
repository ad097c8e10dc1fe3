package io.pq2.internal.encoding.dictionary;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.vector.BinaryVector;
import java.util.Objects;

/** Builds the dictionary of a column chunk of physical type BYTE_ARRAY. Copies the bytes of its entries. */
public final class BinaryDictionaryBuilder implements DictionaryBuilder {

    private static final int CHUNK = 256;

    private final BinaryDictionary dictionary = new BinaryDictionary(true);
    private final int[] hashes = new int[CHUNK];

    /**
     * Adds {@code count} values and stores the ids of their entries in {@code ids}, beginning at {@code idOffset}.
     * Value {@code i} has {@code lengths[offset + i]} bytes of {@code bytes}, beginning at {@code starts[offset + i]}.
     */
    public void add(byte[] bytes, int[] starts, int[] lengths, int offset, int count, int[] ids, int idOffset) {
        Objects.checkFromIndexSize(offset, count, starts.length);
        Objects.checkFromIndexSize(idOffset, count, ids.length);
        for (int done = 0; done < count; done += CHUNK) {
            addChunk(bytes, starts, lengths, offset + done, Math.min(CHUNK, count - done), ids, idOffset + done);
        }
    }

    private void addChunk(byte[] bytes, int[] starts, int[] lengths, int offset, int count, int[] ids, int idOffset) {
        for (int i = 0; i < count; i++) {
            hashes[i] = BinaryDictionary.hash(bytes, starts[offset + i], lengths[offset + i]);
        }
        for (int i = 0; i < count; i++) {
            ids[idOffset + i] = dictionary.add(bytes, starts[offset + i], lengths[offset + i], hashes[i]);
        }
    }

    @Override
    public int size() {
        return dictionary.size();
    }

    @Override
    public long dictionaryBytes() {
        return dictionary.page().size();
    }

    @Override
    public void writeTo(EncodedBytes out) {
        out.putBytes(dictionary.page());
    }

    @Override
    public BinaryVector entries() {
        return new BinaryVector(size(), dictionary.page().array(), dictionary.starts(), dictionary.lengths(), null);
    }

    @Override
    public long memoryBytes() {
        return dictionary.memoryBytes();
    }

    @Override
    public void reset() {
        dictionary.reset();
    }
}
