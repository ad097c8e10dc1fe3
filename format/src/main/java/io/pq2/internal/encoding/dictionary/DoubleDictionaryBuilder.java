package io.pq2.internal.encoding.dictionary;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.vector.DoubleVector;
import java.util.Objects;

/**
 * The dictionary of a column chunk of physical type DOUBLE. Values are told apart by their bits: 0.0 and -0.0 are two entries, and so are
 * NaNs with different payloads.
 */
public final class DoubleDictionaryBuilder implements DictionaryBuilder {

    private static final int CHUNK = 256;

    private final LongDictionary dictionary = new LongDictionary();
    private final long[] bits = new long[CHUNK];

    /** Adds {@code count} values and puts the ids of their entries to {@code ids} from {@code idOffset} on. */
    public void add(double[] values, int offset, int count, int[] ids, int idOffset) {
        Objects.checkFromIndexSize(offset, count, values.length);
        Objects.checkFromIndexSize(idOffset, count, ids.length);
        int done = 0;
        while (done < count) {
            int taken = Math.min(CHUNK, count - done);
            for (int i = 0; i < taken; i++) {
                bits[i] = Double.doubleToRawLongBits(values[offset + done + i]);
            }
            dictionary.add(bits, 0, taken, ids, idOffset + done);
            done += taken;
        }
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

    /** {@inheritDoc} It is a copy. */
    @Override
    public DoubleVector entries() {
        double[] values = new double[size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = Double.longBitsToDouble(dictionary.entries()[i]);
        }
        return new DoubleVector(values.length, values, null);
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
