package io.pq2.internal.write.values;

import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.FloatEncoder;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.dictionary.FloatDictionaryBuilder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.scatter.Compaction;
import io.pq2.internal.statistics.FloatMinMax;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.EncodingBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.vector.FloatVector;
import io.pq2.vector.Vector;

/** {@link LeafValues} of FLOAT. In the dictionary values are told apart by their bits: zeros by sign, NaNs by payload. */
final class FloatLeafValues extends ArrayLeafValues<float[]> {

    private final EncodedBytes page;
    private FloatEncoder encoder;
    private final FloatMinMax bounds;
    private final FloatDictionaryBuilder dictionary;

    /**
     * @param encoding where values are not dictionary encoded
     * @param bounds null if no bounds are wanted
     * @param page where the values of a page go
     */
    FloatLeafValues(Encoding encoding, FloatMinMax bounds, EncodedBytes page, EncodingBuffers scratch) {
        this(encoding, bounds, new FloatDictionaryBuilder(), page, scratch);
    }

    private FloatLeafValues(
            Encoding encoding,
            FloatMinMax bounds,
            FloatDictionaryBuilder dictionary,
            EncodedBytes page,
            EncodingBuffers scratch) {
        super(Float.BYTES, bounds, dictionary, scratch);
        this.page = page;
        this.encoder = ValueEncoders.floats(encoding, page);
        this.bounds = bounds;
        this.dictionary = dictionary;
    }

    @Override
    ValueEncoder encoder() {
        return encoder;
    }

    @Override
    public void use(Encoding encoding) {
        encoder = ValueEncoders.floats(encoding, page);
    }

    @Override
    float[] arrayOf(Vector vector) {
        return vector instanceof FloatVector typed ? typed.values() : null;
    }

    @Override
    String vectorKind() {
        return FloatVector.class.getSimpleName();
    }

    @Override
    float[] gather(float[] source, PresentSlots slots) {
        float[] gathered = scratch.floats(slots.to - slots.from);
        if (slots.list == null) {
            Compaction.floats(source, slots.validity, slots.from, slots.to, gathered, 0);
            return gathered;
        }
        for (int i = 0; i < slots.count; i++) {
            gathered[i] = source[slots.list[i]];
        }
        return gathered;
    }

    @Override
    void bound(float[] source, int from, int to) {
        bounds.update(source, from, to);
    }

    @Override
    void write(float[] source, int from, int length) {
        encoder.write(source, from, length);
    }

    @Override
    void intern(float[] source, int from, int length, int[] ids, int idOffset) {
        dictionary.add(source, from, length, ids, idOffset);
    }

    @Override
    void hash(float[] source, int from, int length, BloomFilterBuilder filter) {
        filter.add(source, from, length);
    }

    @Override
    public void hashEntries(int entries, BloomFilterBuilder filter) {
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
