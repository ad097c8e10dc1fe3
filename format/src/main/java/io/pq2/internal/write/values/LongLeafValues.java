package io.pq2.internal.write.values;

import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.LongEncoder;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.dictionary.LongDictionaryBuilder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.scatter.LongCompaction;
import io.pq2.internal.statistics.LongMinMax;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.ColumnBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** {@link LeafValues} of INT64. */
final class LongLeafValues extends ArrayLeafValues<long[]> {

    private final EncodedBytes page;
    private final @Nullable LongMinMax minMax;
    private final LongDictionaryBuilder dictionary;
    private final @Nullable AllowedRange allowed;
    private LongEncoder encoder;

    /**
     * Creates the values of a column.
     *
     * @param field the column's leaf, whose logical type may limit the values
     * @param encoding the encoding of values that are not dictionary encoded
     * @param minMax the min and max of the open page; absent when the column has no min/max statistics
     * @param page the buffer that receives the encoded values of the open page
     */
    LongLeafValues(
            PrimitiveField field,
            Encoding encoding,
            @Nullable LongMinMax minMax,
            EncodedBytes page,
            ColumnBuffers buffers) {
        this(field, encoding, minMax, new LongDictionaryBuilder(), page, buffers);
    }

    private LongLeafValues(
            PrimitiveField field,
            Encoding encoding,
            @Nullable LongMinMax minMax,
            LongDictionaryBuilder dictionary,
            EncodedBytes page,
            ColumnBuffers buffers) {
        super(Long.BYTES, new long[0], minMax, dictionary, buffers);
        this.page = page;
        this.encoder = ValueEncoders.longs(encoding, page);
        this.minMax = minMax;
        this.dictionary = dictionary;
        this.allowed = AllowedRange.of(field);
    }

    @Override
    ValueEncoder encoder() {
        return encoder;
    }

    @Override
    public void setEncoding(Encoding encoding) {
        encoder = ValueEncoders.longs(encoding, page);
    }

    @Override
    long @Nullable [] arrayOf(Vector vector) {
        return vector instanceof LongVector typed ? typed.values() : null;
    }

    @Override
    String vectorKind() {
        return LongVector.class.getSimpleName();
    }

    @Override
    long[] gather(long[] source, PresentSlots slots) {
        long[] gathered = buffers.current().longs(slots.to - slots.from);
        int[] list = slots.list;
        if (list == null) {
            LongCompaction.compact(source, slots.validity, slots.from, slots.to, gathered, 0);
            return gathered;
        }
        for (int i = 0; i < slots.count; i++) {
            gathered[i] = source[list[i]];
        }
        return gathered;
    }

    @Override
    void updateMinMax(long[] source, int from, int to) {
        if (minMax != null) {
            minMax.update(source, from, to);
        }
    }

    @Override
    void write(long[] source, int from, int length) {
        encoder.write(source, from, length);
    }

    @Override
    void lookUp(long[] source, int from, int length, int[] ids, int idOffset) {
        dictionary.add(source, from, length, ids, idOffset);
    }

    @Override
    int firstInvalid(long[] source, int from, int length) {
        return allowed == null ? -1 : allowed.firstOutside(source, from, length);
    }

    @Override
    String describe(long[] source, int index) {
        return "value " + source[index] + " is outside the allowed range " + allowed;
    }

    @Override
    void addToFilter(long[] source, int from, int length, BloomFilterBuilder filter) {
        filter.add(source, from, length);
    }

    @Override
    public void addEntriesToFilter(int entries, BloomFilterBuilder filter) {
        filter.add(dictionary.entries().values(), 0, entries);
    }

    @Override
    public void encodeEntries(int[] ids, int idCount) {
        long[] entries = dictionary.entries().values();
        long[] gathered = new long[idCount];
        for (int i = 0; i < idCount; i++) {
            gathered[i] = entries[ids[i]];
        }
        encoder.write(gathered, 0, idCount);
    }

    @Override
    public void encodeDictionary(int entries, EncodedBytes out) {
        out.putLongs(dictionary.entries().values(), 0, entries);
    }
}
