package io.pq2.internal.encoding.dictionary;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.vector.LongVector;
import java.util.Objects;

/** The dictionary of a column chunk of physical type INT64. */
public final class LongDictionaryBuilder implements DictionaryBuilder {

    private final LongDictionary dictionary = new LongDictionary();

    /** Adds {@code count} values and puts the ids of their entries to {@code ids} from {@code idOffset} on. */
    public void add(long[] values, int offset, int count, int[] ids, int idOffset) {
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
        return 8L * size();
    }

    @Override
    public void writeTo(EncodedBytes out) {
        out.putLongs(dictionary.entries(), 0, size());
    }

    @Override
    public LongVector entries() {
        return new LongVector(size(), dictionary.entries(), null);
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
