package io.pq2.write;

import io.pq2.InvalidDataException;
import io.pq2.encoding.Compact;
import io.pq2.encoding.EncodedBytes;
import io.pq2.encoding.IntDictionaryBuilder;
import io.pq2.encoding.IntEncoder;
import io.pq2.encoding.ValueEncoders;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PrimitiveField;
import io.pq2.statistics.Bounds;
import io.pq2.statistics.IntBounds;
import io.pq2.vector.IntVector;
import io.pq2.vector.Vector;

/** {@link LeafValues} of INT32. */
final class IntValues implements LeafValues {

    private final IntEncoder plain;
    private final Scratch scratch;
    private final IntBounds bounds;
    private final AllowedRange allowed;
    private final IntDictionaryBuilder dictionary = new IntDictionaryBuilder();
    private int[] values;
    private int offset;
    private int count;

    /**
     * @param bounds null if no bounds are wanted
     * @param page where the values of a page go
     */
    IntValues(PrimitiveField field, IntBounds bounds, EncodedBytes page, Scratch scratch) {
        this.plain = ValueEncoders.ints(Encoding.PLAIN, page);
        this.scratch = scratch;
        this.bounds = bounds;
        this.allowed = AllowedRange.of(field);
    }

    @Override
    public void load(Vector vector, PresentSlots slots) {
        if (!(vector instanceof IntVector vectorOfKind)) {
            throw new InvalidDataException("a " + vector.getClass().getSimpleName() + " where a IntVector is due");
        }
        count = slots.count;
        values = vectorOfKind.values();
        offset = slots.from;
        if (!slots.isRange()) {
            values = gather(values, slots);
            offset = 0;
        }
    }

    private int[] gather(int[] source, PresentSlots slots) {
        int[] gathered = scratch.ints(slots.to - slots.from);
        if (slots.list == null) {
            Compact.ints(source, slots.validity, slots.from, slots.to, gathered, 0);
            return gathered;
        }
        for (int i = 0; i < slots.count; i++) {
            gathered[i] = source[slots.list[i]];
        }
        return gathered;
    }

    @Override
    public int firstInvalid() {
        return allowed == null ? -1 : allowed.firstOutside(values, offset, count);
    }

    @Override
    public String explain(int index) {
        return "the value " + values[offset + index] + " where " + allowed + " is allowed";
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public long plainBytes() {
        return (long) count * Integer.BYTES;
    }

    @Override
    public int width() {
        return Integer.BYTES;
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
        int[] entries = dictionary.entries().values();
        int[] gathered = new int[idCount];
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
        out.putInts(dictionary.entries().values(), 0, entries);
    }

    @Override
    public void dropDictionary() {
        dictionary.reset();
    }
}
