package io.pq2.internal.encoding.dictionary;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.vector.FixedBinaryVector;
import java.util.Objects;

/**
 * Builds the dictionary of a column chunk of physical type FIXED_LEN_BYTE_ARRAY, or of INT96 with a width of 12. Copies
 * the bytes of its entries.
 */
public final class FixedBinaryDictionaryBuilder implements DictionaryBuilder {

    private static final int CHUNK = 256;

    private final BinaryDictionary dictionary = new BinaryDictionary(false);
    private final int[] hashes = new int[CHUNK];
    private final int width;

    /** @param width the number of bytes of a value */
    public FixedBinaryDictionaryBuilder(int width) {
        this.width = width;
    }

    /**
     * Adds {@code count} values and stores the ids of their entries in {@code ids}, beginning at {@code idOffset}. The
     * values are back to back in {@code bytes}, beginning at {@code offset}.
     */
    public void add(byte[] bytes, int offset, int count, int[] ids, int idOffset) {
        Objects.checkFromIndexSize(offset, Math.multiplyExact(count, width), bytes.length);
        Objects.checkFromIndexSize(idOffset, count, ids.length);
        for (int done = 0; done < count; done += CHUNK) {
            addChunk(bytes, offset + done * width, Math.min(CHUNK, count - done), ids, idOffset + done);
        }
    }

    private void addChunk(byte[] bytes, int offset, int count, int[] ids, int idOffset) {
        for (int i = 0; i < count; i++) {
            hashes[i] = BinaryDictionary.hash(bytes, offset + i * width, width);
        }
        for (int i = 0; i < count; i++) {
            ids[idOffset + i] = dictionary.add(bytes, offset + i * width, width, hashes[i]);
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
    public FixedBinaryVector entries() {
        return new FixedBinaryVector(size(), width, dictionary.page().array(), 0, null);
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
