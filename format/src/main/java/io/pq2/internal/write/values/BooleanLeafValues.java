package io.pq2.internal.write.values;

import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.BooleanEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.scatter.Compaction;
import io.pq2.internal.statistics.BooleanMinMax;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.EncodingBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.Vector;

/** {@link LeafValues} of BOOLEAN, which are never dictionary encoded. */
final class BooleanLeafValues extends ArrayLeafValues<boolean[]> {

    private final BooleanMinMax bounds;
    private final EncodedBytes page;
    private BooleanEncoder encoder;

    /**
     * A value is counted as a byte, which is what a reader makes of it.
     *
     * @param bounds null if no bounds are wanted
     * @param encoding PLAIN or RLE
     * @param page where the values of a page go
     */
    BooleanLeafValues(BooleanMinMax bounds, Encoding encoding, EncodedBytes page, EncodingBuffers scratch) {
        super(Byte.BYTES, bounds, null, scratch);
        this.bounds = bounds;
        this.page = page;
        this.encoder = ValueEncoders.booleans(encoding, page);
    }

    @Override
    ValueEncoder encoder() {
        return encoder;
    }

    @Override
    public void use(Encoding encoding) {
        encoder = ValueEncoders.booleans(encoding, page);
    }

    @Override
    boolean[] arrayOf(Vector vector) {
        return vector instanceof BooleanVector typed ? typed.values() : null;
    }

    @Override
    String vectorKind() {
        return BooleanVector.class.getSimpleName();
    }

    @Override
    boolean[] gather(boolean[] source, PresentSlots slots) {
        boolean[] gathered = scratch.booleans(slots.to - slots.from);
        if (slots.list == null) {
            Compaction.booleans(source, slots.validity, slots.from, slots.to, gathered, 0);
            return gathered;
        }
        for (int i = 0; i < slots.count; i++) {
            gathered[i] = source[slots.list[i]];
        }
        return gathered;
    }

    @Override
    void bound(boolean[] source, int from, int to) {
        bounds.update(source, from, to);
    }

    @Override
    void write(boolean[] source, int from, int length) {
        encoder.write(source, from, length);
    }

    @Override
    void intern(boolean[] source, int from, int length, int[] ids, int idOffset) {
        throw new IllegalStateException("booleans have no dictionary");
    }

    @Override
    void hash(boolean[] source, int from, int length, BloomFilterBuilder filter) {
        throw new IllegalStateException("booleans have no bloom filter");
    }

    @Override
    public void hashEntries(int entries, BloomFilterBuilder filter) {
        throw new IllegalStateException("booleans have no bloom filter");
    }

    @Override
    public void encodeEntries(int[] ids, int idCount) {
        throw new IllegalStateException("booleans have no dictionary");
    }

    @Override
    public void encodeDictionary(int entries, EncodedBytes out) {
        throw new IllegalStateException("booleans have no dictionary");
    }
}
