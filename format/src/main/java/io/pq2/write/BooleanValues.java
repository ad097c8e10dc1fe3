package io.pq2.write;

import io.pq2.bloomfilter.BloomFilterBuilder;
import io.pq2.encoding.BooleanEncoder;
import io.pq2.encoding.Compact;
import io.pq2.encoding.EncodedBytes;
import io.pq2.encoding.ValueEncoder;
import io.pq2.encoding.ValueEncoders;
import io.pq2.metadata.Encoding;
import io.pq2.statistics.BooleanBounds;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.Vector;

/** {@link LeafValues} of BOOLEAN, which are never dictionary encoded. */
final class BooleanValues extends ArrayValues<boolean[]> {

    private final BooleanBounds bounds;
    private final EncodedBytes page;
    private BooleanEncoder encoder;

    /**
     * A value is counted as a byte, which is what a reader makes of it.
     *
     * @param bounds null if no bounds are wanted
     * @param encoding PLAIN or RLE
     * @param page where the values of a page go
     */
    BooleanValues(BooleanBounds bounds, Encoding encoding, EncodedBytes page, Scratch scratch) {
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
            Compact.booleans(source, slots.validity, slots.from, slots.to, gathered, 0);
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
