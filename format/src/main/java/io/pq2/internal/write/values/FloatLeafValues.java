package io.pq2.internal.write.values;

import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.FloatEncoder;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.dictionary.FloatDictionaryBuilder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.scatter.FloatCompaction;
import io.pq2.internal.statistics.FloatMinMax;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.ColumnBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.vector.FloatVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * {@link LeafValues} of FLOAT. The dictionary compares values by their bits: -0 and +0 differ, and so
 * do NaNs with different payloads.
 */
final class FloatLeafValues extends ArrayLeafValues<float[]> {

    private final EncodedBytes page;
    private final @Nullable FloatMinMax minMax;
    private final FloatDictionaryBuilder dictionary;
    private FloatEncoder encoder;

    /**
     * Creates the values of a column.
     *
     * @param encoding the encoding of values that are not dictionary encoded
     * @param minMax the min and max of the open page; absent when the column has no min/max statistics
     * @param page the buffer that receives the encoded values of the open page
     */
    FloatLeafValues(Encoding encoding, @Nullable FloatMinMax minMax, EncodedBytes page, ColumnBuffers buffers) {
        this(encoding, minMax, new FloatDictionaryBuilder(), page, buffers);
    }

    private FloatLeafValues(
            Encoding encoding,
            @Nullable FloatMinMax minMax,
            FloatDictionaryBuilder dictionary,
            EncodedBytes page,
            ColumnBuffers buffers) {
        super(Float.BYTES, new float[0], minMax, dictionary, buffers);
        this.page = page;
        this.encoder = ValueEncoders.floats(encoding, page);
        this.minMax = minMax;
        this.dictionary = dictionary;
    }

    @Override
    ValueEncoder encoder() {
        return encoder;
    }

    @Override
    public void setEncoding(Encoding encoding) {
        encoder = ValueEncoders.floats(encoding, page);
    }

    @Override
    float @Nullable [] arrayOf(Vector vector) {
        return vector instanceof FloatVector typed ? typed.values() : null;
    }

    @Override
    String vectorKind() {
        return FloatVector.class.getSimpleName();
    }

    @Override
    float[] gather(float[] source, PresentSlots slots) {
        float[] gathered = buffers.current().floats(slots.to - slots.from);
        int[] list = slots.list;
        if (list == null) {
            FloatCompaction.compact(source, slots.validity, slots.from, slots.to, gathered, 0);
            return gathered;
        }
        for (int i = 0; i < slots.count; i++) {
            gathered[i] = source[list[i]];
        }
        return gathered;
    }

    @Override
    void updateMinMax(float[] source, int from, int to) {
        if (minMax != null) {
            minMax.update(source, from, to);
        }
    }

    @Override
    void write(float[] source, int from, int length) {
        encoder.write(source, from, length);
    }

    @Override
    void lookUp(float[] source, int from, int length, int[] ids, int idOffset) {
        dictionary.add(source, from, length, ids, idOffset);
    }

    @Override
    void addToFilter(float[] source, int from, int length, BloomFilterBuilder filter) {
        filter.add(source, from, length);
    }

    @Override
    public void addEntriesToFilter(int entries, BloomFilterBuilder filter) {
        filter.add(dictionary.entries().values(), 0, entries);
    }

    @Override
    public void encodeEntries(int[] ids, int idCount) {
        float[] entries = dictionary.entries().values();
        float[] gathered = new float[idCount];
        for (int i = 0; i < idCount; i++) {
            gathered[i] = entries[ids[i]];
        }
        encoder.write(gathered, 0, idCount);
    }

    @Override
    public void encodeDictionary(int entries, EncodedBytes out) {
        out.putFloats(dictionary.entries().values(), 0, entries);
    }
}
