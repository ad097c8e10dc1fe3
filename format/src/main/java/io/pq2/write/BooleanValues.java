package io.pq2.write;

import io.pq2.InvalidDataException;
import io.pq2.encoding.BooleanEncoder;
import io.pq2.encoding.Compact;
import io.pq2.encoding.EncodedBytes;
import io.pq2.encoding.ValueEncoders;
import io.pq2.metadata.Encoding;
import io.pq2.statistics.BooleanBounds;
import io.pq2.statistics.Bounds;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.Vector;

/** {@link LeafValues} of BOOLEAN, which are never dictionary encoded. */
final class BooleanValues implements LeafValues {

    private final Scratch scratch;
    private final BooleanBounds bounds;
    private final BooleanEncoder encoder;
    private boolean[] values;
    private int offset;
    private int count;

    /**
     * @param bounds null if no bounds are wanted
     * @param encoding PLAIN or RLE
     * @param page where the values of a page go
     */
    BooleanValues(BooleanBounds bounds, Encoding encoding, EncodedBytes page, Scratch scratch) {
        this.scratch = scratch;
        this.bounds = bounds;
        this.encoder = ValueEncoders.booleans(encoding, page);
    }

    @Override
    public void load(Vector vector, PresentSlots slots) {
        if (!(vector instanceof BooleanVector vectorOfKind)) {
            throw new InvalidDataException("a " + vector.getClass().getSimpleName() + " where a BooleanVector is due");
        }
        count = slots.count;
        values = vectorOfKind.values();
        offset = slots.from;
        if (!slots.isRange()) {
            values = gather(values, slots);
            offset = 0;
        }
    }

    private boolean[] gather(boolean[] source, PresentSlots slots) {
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
    public int firstInvalid() {
        return -1;
    }

    @Override
    public String explain(int index) {
        return "the value " + values[offset + index];
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public long plainBytes() {
        return count;
    }

    /** A byte a value, which is what a reader makes of it. */
    @Override
    public int width() {
        return 1;
    }

    @Override
    public void bound(int from, int to) {
        if (bounds != null) {
            bounds.update(values, offset + from, offset + to);
        }
    }

    @Override
    public boolean boundsEntries() {
        return false;
    }

    @Override
    public void boundEntries(int[] ids, int idCount) {
        throw new IllegalStateException("booleans have no dictionary");
    }

    @Override
    public Bounds bounds() {
        return bounds;
    }

    @Override
    public void encode(int from, int to) {
        encoder.write(values, offset + from, to - from);
    }

    @Override
    public Encoding finish() {
        encoder.finish();
        return encoder.encoding();
    }

    @Override
    public boolean internable() {
        return false;
    }

    @Override
    public void intern(int from, int to, int[] ids, int idOffset) {
        throw new IllegalStateException("booleans have no dictionary");
    }

    @Override
    public int distinct() {
        return 0;
    }

    @Override
    public long dictionaryBytes() {
        return 0;
    }

    @Override
    public void encodeEntries(int[] ids, int idCount) {
        throw new IllegalStateException("booleans have no dictionary");
    }

    @Override
    public void encodeDictionary(int entries, EncodedBytes out) {
        throw new IllegalStateException("booleans have no dictionary");
    }

    @Override
    public void dropDictionary() {
        // There is none.
    }
}
