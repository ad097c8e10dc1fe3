package io.pq2.internal.write.values;

import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.DoubleEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.dictionary.DoubleDictionaryBuilder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.scatter.DoubleCompaction;
import io.pq2.internal.statistics.DoubleMinMax;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.ColumnBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * {@link LeafValues} of DOUBLE. The dictionary compares values by their bits: -0 and +0 differ, and so
 * do NaNs with different payloads.
 */
final class DoubleLeafValues extends ArrayLeafValues<double[]> {

    private final EncodedBytes page;
    private final @Nullable DoubleMinMax minMax;
    private final DoubleDictionaryBuilder dictionary;
    private DoubleEncoder encoder;

    /**
     * Creates the values of a column.
     *
     * @param encoding the encoding of values that are not dictionary encoded
     * @param minMax the min and max of the open page; absent when the column has no min/max statistics
     * @param page the buffer that receives the encoded values of the open page
     */
    DoubleLeafValues(Encoding encoding, @Nullable DoubleMinMax minMax, EncodedBytes page, ColumnBuffers buffers) {
        this(encoding, minMax, new DoubleDictionaryBuilder(), page, buffers);
    }

    private DoubleLeafValues(
            Encoding encoding,
            @Nullable DoubleMinMax minMax,
            DoubleDictionaryBuilder dictionary,
            EncodedBytes page,
            ColumnBuffers buffers) {
        super(Double.BYTES, new double[0], minMax, dictionary, buffers);
        this.page = page;
        this.encoder = ValueEncoders.doubles(encoding, page);
        this.minMax = minMax;
        this.dictionary = dictionary;
    }

    @Override
    ValueEncoder encoder() {
        return encoder;
    }

    @Override
    public void setEncoding(Encoding encoding) {
        encoder = ValueEncoders.doubles(encoding, page);
    }

    @Override
    double @Nullable [] arrayOf(Vector vector) {
        return vector instanceof DoubleVector typed ? typed.values() : null;
    }

    @Override
    String vectorKind() {
        return DoubleVector.class.getSimpleName();
    }

    @Override
    double[] gather(double[] source, PresentSlots slots) {
        double[] gathered = buffers.current().doubles(slots.to - slots.from);
        int[] list = slots.list;
        if (list == null) {
            DoubleCompaction.compact(source, slots.validity, slots.from, slots.to, gathered, 0);
            return gathered;
        }
        for (int i = 0; i < slots.count; i++) {
            gathered[i] = source[list[i]];
        }
        return gathered;
    }

    @Override
    void updateMinMax(double[] source, int from, int to) {
        if (minMax != null) {
            minMax.update(source, from, to);
        }
    }

    @Override
    void write(double[] source, int from, int length) {
        encoder.write(source, from, length);
    }

    @Override
    void lookUp(double[] source, int from, int length, int[] ids, int idOffset) {
        dictionary.add(source, from, length, ids, idOffset);
    }

    @Override
    void addToFilter(double[] source, int from, int length, BloomFilterBuilder filter) {
        filter.add(source, from, length);
    }

    @Override
    public void addEntriesToFilter(int entries, BloomFilterBuilder filter) {
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
