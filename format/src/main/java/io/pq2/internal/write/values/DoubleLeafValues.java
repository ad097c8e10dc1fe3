package io.pq2.internal.write.values;

import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.DoubleEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.dictionary.DoubleDictionaryBuilder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.scatter.Compaction;
import io.pq2.internal.statistics.DoubleMinMax;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.EncodingBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.Vector;

/** {@link LeafValues} of DOUBLE. In the dictionary values are told apart by their bits: zeros by sign, NaNs by payload. */
final class DoubleLeafValues extends ArrayLeafValues<double[]> {

    private final EncodedBytes page;
    private DoubleEncoder encoder;
    private final DoubleMinMax bounds;
    private final DoubleDictionaryBuilder dictionary;

    /**
     * @param encoding where values are not dictionary encoded
     * @param bounds null if no bounds are wanted
     * @param page where the values of a page go
     */
    DoubleLeafValues(Encoding encoding, DoubleMinMax bounds, EncodedBytes page, EncodingBuffers scratch) {
        this(encoding, bounds, new DoubleDictionaryBuilder(), page, scratch);
    }

    private DoubleLeafValues(
            Encoding encoding,
            DoubleMinMax bounds,
            DoubleDictionaryBuilder dictionary,
            EncodedBytes page,
            EncodingBuffers scratch) {
        super(Double.BYTES, bounds, dictionary, scratch);
        this.page = page;
        this.encoder = ValueEncoders.doubles(encoding, page);
        this.bounds = bounds;
        this.dictionary = dictionary;
    }

    @Override
    ValueEncoder encoder() {
        return encoder;
    }

    @Override
    public void use(Encoding encoding) {
        encoder = ValueEncoders.doubles(encoding, page);
    }

    @Override
    double[] arrayOf(Vector vector) {
        return vector instanceof DoubleVector typed ? typed.values() : null;
    }

    @Override
    String vectorKind() {
        return DoubleVector.class.getSimpleName();
    }

    @Override
    double[] gather(double[] source, PresentSlots slots) {
        double[] gathered = scratch.doubles(slots.to - slots.from);
        if (slots.list == null) {
            Compaction.doubles(source, slots.validity, slots.from, slots.to, gathered, 0);
            return gathered;
        }
        for (int i = 0; i < slots.count; i++) {
            gathered[i] = source[slots.list[i]];
        }
        return gathered;
    }

    @Override
    void bound(double[] source, int from, int to) {
        bounds.update(source, from, to);
    }

    @Override
    void write(double[] source, int from, int length) {
        encoder.write(source, from, length);
    }

    @Override
    void intern(double[] source, int from, int length, int[] ids, int idOffset) {
        dictionary.add(source, from, length, ids, idOffset);
    }

    @Override
    void hash(double[] source, int from, int length, BloomFilterBuilder filter) {
        filter.add(source, from, length);
    }

    @Override
    public void hashEntries(int entries, BloomFilterBuilder filter) {
        filter.add(dictionary.entries().values(), 0, entries);
    }

    @Override
    public void encodeEntries(int[] ids, int idCount) {
        double[] entries = dictionary.entries().values();
        double[] gathered = new double[idCount];
        for (int i = 0; i < idCount; i++) {
            gathered[i] = entries[ids[i]];
        }
        encoder.write(gathered, 0, idCount);
    }

    @Override
    public void encodeDictionary(int entries, EncodedBytes out) {
        out.putDoubles(dictionary.entries().values(), 0, entries);
    }
}
