package io.pq2.internal.write.values;

import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.IntEncoder;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.dictionary.IntDictionaryBuilder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.scatter.IntCompaction;
import io.pq2.internal.statistics.IntMinMax;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.ColumnBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.IntVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** {@link LeafValues} of INT32. */
final class IntLeafValues extends ArrayLeafValues<int[]> {

    private final EncodedBytes page;
    private final @Nullable IntMinMax minMax;
    private final IntDictionaryBuilder dictionary;
    private final @Nullable AllowedRange allowed;
    private IntEncoder encoder;

    /**
     * Creates the values of a column.
     *
     * @param field the column's leaf, whose logical type may limit the values
     * @param encoding the encoding of values that are not dictionary encoded
     * @param minMax the min and max of the open page; absent when the column has no min/max statistics
     * @param page the buffer that receives the encoded values of the open page
     */
    IntLeafValues(
            PrimitiveField field,
            Encoding encoding,
            @Nullable IntMinMax minMax,
            EncodedBytes page,
            ColumnBuffers buffers) {
        this(field, encoding, minMax, new IntDictionaryBuilder(), page, buffers);
    }

    private IntLeafValues(
            PrimitiveField field,
            Encoding encoding,
            @Nullable IntMinMax minMax,
            IntDictionaryBuilder dictionary,
            EncodedBytes page,
            ColumnBuffers buffers) {
        super(Integer.BYTES, new int[0], minMax, dictionary, buffers);
        this.page = page;
        this.encoder = ValueEncoders.ints(encoding, page);
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
        encoder = ValueEncoders.ints(encoding, page);
    }

    @Override
    int @Nullable [] arrayOf(Vector vector) {
        return vector instanceof IntVector typed ? typed.values() : null;
    }

    @Override
    String vectorKind() {
        return IntVector.class.getSimpleName();
    }

    @Override
    int[] gather(int[] source, PresentSlots slots) {
        int[] gathered = buffers.current().ints(slots.to - slots.from);
        int[] list = slots.list;
        if (list == null) {
            IntCompaction.compact(source, slots.validity, slots.from, slots.to, gathered, 0);
            return gathered;
        }
        for (int i = 0; i < slots.count; i++) {
            gathered[i] = source[list[i]];
        }
        return gathered;
    }

    @Override
    void updateMinMax(int[] source, int from, int to) {
        if (minMax != null) {
            minMax.update(source, from, to);
        }
    }

    @Override
    void write(int[] source, int from, int length) {
        encoder.write(source, from, length);
    }

    @Override
    void lookUp(int[] source, int from, int length, int[] ids, int idOffset) {
        dictionary.add(source, from, length, ids, idOffset);
    }

    @Override
    int firstInvalid(int[] source, int from, int length) {
        return allowed == null ? -1 : allowed.firstOutside(source, from, length);
    }

    @Override
    String describe(int[] source, int index) {
        return "value " + source[index] + " is outside the allowed range " + allowed;
    }

    @Override
    void addToFilter(int[] source, int from, int length, BloomFilterBuilder filter) {
        filter.add(source, from, length);
    }

    @Override
    public void addEntriesToFilter(int entries, BloomFilterBuilder filter) {
        filter.add(dictionary.entries().values(), 0, entries);
    }

    @Override
    public void encodeEntries(int[] ids, int idCount) {
        int[] entries = dictionary.entries().values();
        int[] gathered = new int[idCount];
        for (int i = 0; i < idCount; i++) {
            gathered[i] = entries[ids[i]];
        }
        encoder.write(gathered, 0, idCount);
    }

    @Override
    public void encodeDictionary(int entries, EncodedBytes out) {
        out.putInts(dictionary.entries().values(), 0, entries);
    }
}
