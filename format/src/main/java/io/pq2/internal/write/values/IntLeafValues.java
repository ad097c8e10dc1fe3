package io.pq2.internal.write.values;

import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.IntEncoder;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.dictionary.IntDictionaryBuilder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.scatter.Compaction;
import io.pq2.internal.statistics.IntMinMax;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.EncodingBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.IntVector;
import io.pq2.vector.Vector;

/** {@link LeafValues} of INT32. */
final class IntLeafValues extends ArrayLeafValues<int[]> {

    private final EncodedBytes page;
    private IntEncoder encoder;
    private final IntMinMax bounds;
    private final IntDictionaryBuilder dictionary;
    private final AllowedRange allowed;

    /**
     * @param encoding where values are not dictionary encoded
     * @param bounds null if no bounds are wanted
     * @param page where the values of a page go
     */
    IntLeafValues(
            PrimitiveField field, Encoding encoding, IntMinMax bounds, EncodedBytes page, EncodingBuffers scratch) {
        this(field, encoding, bounds, new IntDictionaryBuilder(), page, scratch);
    }

    private IntLeafValues(
            PrimitiveField field,
            Encoding encoding,
            IntMinMax bounds,
            IntDictionaryBuilder dictionary,
            EncodedBytes page,
            EncodingBuffers scratch) {
        super(Integer.BYTES, bounds, dictionary, scratch);
        this.page = page;
        this.encoder = ValueEncoders.ints(encoding, page);
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
        encoder = ValueEncoders.ints(encoding, page);
    }

    @Override
    int[] arrayOf(Vector vector) {
        return vector instanceof IntVector typed ? typed.values() : null;
    }

    @Override
    String vectorKind() {
        return IntVector.class.getSimpleName();
    }

    @Override
    int[] gather(int[] source, PresentSlots slots) {
        int[] gathered = scratch.ints(slots.to - slots.from);
        if (slots.list == null) {
            Compaction.ints(source, slots.validity, slots.from, slots.to, gathered, 0);
            return gathered;
        }
        for (int i = 0; i < slots.count; i++) {
            gathered[i] = source[slots.list[i]];
        }
        return gathered;
    }

    @Override
    void bound(int[] source, int from, int to) {
        bounds.update(source, from, to);
    }

    @Override
    void write(int[] source, int from, int length) {
        encoder.write(source, from, length);
    }

    @Override
    void intern(int[] source, int from, int length, int[] ids, int idOffset) {
        dictionary.add(source, from, length, ids, idOffset);
    }

    @Override
    int firstInvalid(int[] source, int from, int length) {
        return allowed == null ? -1 : allowed.firstOutside(source, from, length);
    }

    @Override
    String explain(int[] source, int index) {
        return "the value " + source[index] + " where " + allowed + " is allowed";
    }

    @Override
    void hash(int[] source, int from, int length, BloomFilterBuilder filter) {
        filter.add(source, from, length);
    }

    @Override
    public void hashEntries(int entries, BloomFilterBuilder filter) {
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
