package io.pq2.internal.write.values;

import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.LongEncoder;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.dictionary.LongDictionaryBuilder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.scatter.Compaction;
import io.pq2.internal.statistics.LongMinMax;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.EncodingBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;

/** {@link LeafValues} of INT64. */
final class LongLeafValues extends ArrayLeafValues<long[]> {

    private final EncodedBytes page;
    private LongEncoder encoder;
    private final LongMinMax bounds;
    private final LongDictionaryBuilder dictionary;
    private final AllowedRange allowed;

    /**
     * @param encoding where values are not dictionary encoded
     * @param bounds null if no bounds are wanted
     * @param page where the values of a page go
     */
    LongLeafValues(
            PrimitiveField field, Encoding encoding, LongMinMax bounds, EncodedBytes page, EncodingBuffers scratch) {
        this(field, encoding, bounds, new LongDictionaryBuilder(), page, scratch);
    }

    private LongLeafValues(
            PrimitiveField field,
            Encoding encoding,
            LongMinMax bounds,
            LongDictionaryBuilder dictionary,
            EncodedBytes page,
            EncodingBuffers scratch) {
        super(Long.BYTES, bounds, dictionary, scratch);
        this.page = page;
        this.encoder = ValueEncoders.longs(encoding, page);
        this.bounds = bounds;
        this.dictionary = dictionary;
        this.allowed = AllowedRange.of(field);
    }

    @Override
    ValueEncoder encoder() {
        return encoder;
    }

    @Override
    public void use(Encoding encoding) {
        encoder = ValueEncoders.longs(encoding, page);
    }

    @Override
    long[] arrayOf(Vector vector) {
        return vector instanceof LongVector typed ? typed.values() : null;
    }

    @Override
    String vectorKind() {
        return LongVector.class.getSimpleName();
    }

    @Override
    long[] gather(long[] source, PresentSlots slots) {
        long[] gathered = scratch.longs(slots.to - slots.from);
        if (slots.list == null) {
            Compaction.longs(source, slots.validity, slots.from, slots.to, gathered, 0);
            return gathered;
        }
        for (int i = 0; i < slots.count; i++) {
            gathered[i] = source[slots.list[i]];
        }
        return gathered;
    }

    @Override
    void bound(long[] source, int from, int to) {
        bounds.update(source, from, to);
    }

    @Override
    void write(long[] source, int from, int length) {
        encoder.write(source, from, length);
    }

    @Override
    void intern(long[] source, int from, int length, int[] ids, int idOffset) {
        dictionary.add(source, from, length, ids, idOffset);
    }

    @Override
    int firstInvalid(long[] source, int from, int length) {
        return allowed == null ? -1 : allowed.firstOutside(source, from, length);
    }

    @Override
    String explain(long[] source, int index) {
        return "the value " + source[index] + " where " + allowed + " is allowed";
    }

    @Override
    void hash(long[] source, int from, int length, BloomFilterBuilder filter) {
        filter.add(source, from, length);
    }

    @Override
    public void hashEntries(int entries, BloomFilterBuilder filter) {
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
