package io.pq2.internal.encoding.dictionary;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.vector.IntVector;
import java.util.Objects;

/** The dictionary of a column chunk of physical type INT32. */
public final class IntDictionaryBuilder implements DictionaryBuilder {

    private final IntDictionary dictionary = new IntDictionary();

    /** Adds {@code count} values and puts the ids of their entries to {@code ids} from {@code idOffset} on. */
    public void add(int[] values, int offset, int count, int[] ids, int idOffset) {
        Objects.checkFromIndexSize(offset, count, values.length);
        Objects.checkFromIndexSize(idOffset, count, ids.length);
        dictionary.add(values, offset, count, ids, idOffset);
    }

    @Override
    public int size() {
        return dictionary.size();
    }

    @Override
    public long dictionaryBytes() {
        return 4L * size();
    }

    @Override
    public void writeTo(EncodedBytes out) {
        out.putInts(dictionary.entries(), 0, size());
    }

    @Override
    public IntVector entries() {
        return new IntVector(size(), dictionary.entries(), null);
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
