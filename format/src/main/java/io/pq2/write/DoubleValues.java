package io.pq2.write;

import io.pq2.InvalidDataException;
import io.pq2.encoding.Compact;
import io.pq2.encoding.DoubleDictionaryBuilder;
import io.pq2.encoding.DoubleEncoder;
import io.pq2.encoding.EncodedBytes;
import io.pq2.encoding.ValueEncoders;
import io.pq2.metadata.Encoding;
import io.pq2.statistics.Bounds;
import io.pq2.statistics.DoubleBounds;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.Vector;

/** {@link LeafValues} of DOUBLE. In the dictionary values are told apart by their bits: zeros by sign, NaNs by payload. */
final class DoubleValues implements LeafValues {

    private final DoubleEncoder plain;
    private final Scratch scratch;
    private final DoubleBounds bounds;
    private final DoubleDictionaryBuilder dictionary = new DoubleDictionaryBuilder();
    private double[] values;
    private int offset;
    private int count;

    /**
     * @param bounds null if no bounds are wanted
     * @param page where the values of a page go
     */
    DoubleValues(DoubleBounds bounds, EncodedBytes page, Scratch scratch) {
        this.plain = ValueEncoders.doubles(Encoding.PLAIN, page);
        this.scratch = scratch;
        this.bounds = bounds;
    }

    @Override
    public void load(Vector vector, PresentSlots slots) {
        if (!(vector instanceof DoubleVector vectorOfKind)) {
            throw new InvalidDataException("a " + vector.getClass().getSimpleName() + " where a DoubleVector is due");
        }
        count = slots.count;
        values = vectorOfKind.values();
        offset = slots.from;
        if (!slots.isRange()) {
            values = gather(values, slots);
            offset = 0;
        }
    }

    private double[] gather(double[] source, PresentSlots slots) {
        double[] gathered = scratch.doubles(slots.to - slots.from);
        if (slots.list == null) {
            Compact.doubles(source, slots.validity, slots.from, slots.to, gathered, 0);
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
        return (long) count * Double.BYTES;
    }

    @Override
    public int width() {
        return Double.BYTES;
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
        throw new IllegalStateException("the bounds are those of the values");
    }

    @Override
    public Bounds bounds() {
        return bounds;
    }

    @Override
    public void encode(int from, int to) {
        plain.write(values, offset + from, to - from);
    }

    @Override
    public void encodeEntries(int[] ids, int idCount) {
        double[] entries = dictionary.entries().values();
        double[] gathered = new double[idCount];
        for (int i = 0; i < idCount; i++) {
            gathered[i] = entries[ids[i]];
        }
        plain.write(gathered, 0, idCount);
    }

    @Override
    public Encoding finish() {
        plain.finish();
        return plain.encoding();
    }

    @Override
    public boolean internable() {
        return true;
    }

    @Override
    public void intern(int from, int to, int[] ids, int idOffset) {
        dictionary.add(values, offset + from, to - from, ids, idOffset);
    }

    @Override
    public int distinct() {
        return dictionary.size();
    }

    @Override
    public long dictionaryBytes() {
        return dictionary.dictionaryBytes();
    }

    @Override
    public void encodeDictionary(int entries, EncodedBytes out) {
        out.putDoubles(dictionary.entries().values(), 0, entries);
    }

    @Override
    public void dropDictionary() {
        dictionary.reset();
    }
}
