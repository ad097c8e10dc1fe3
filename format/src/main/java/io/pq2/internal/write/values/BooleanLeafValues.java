package io.pq2.internal.write.values;

import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.BooleanEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.internal.encoding.scatter.BooleanCompaction;
import io.pq2.internal.statistics.BooleanMinMax;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.ColumnBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/** {@link LeafValues} of BOOLEAN. They are never dictionary encoded and have no bloom filter. */
final class BooleanLeafValues extends ArrayLeafValues<boolean[]> {

    private final @Nullable BooleanMinMax minMax;
    private final EncodedBytes page;
    private BooleanEncoder encoder;

    /**
     * Creates the values of a column. Page sizes count one byte for each value, which is its size in a reader's memory.
     *
     * @param encoding PLAIN or RLE
     * @param minMax the min and max of the open page; absent when the column has no min/max statistics
     * @param page the buffer that receives the encoded values of the open page
     */
    BooleanLeafValues(Encoding encoding, @Nullable BooleanMinMax minMax, EncodedBytes page, ColumnBuffers buffers) {
        super(Byte.BYTES, new boolean[0], minMax, null, buffers);
        this.minMax = minMax;
        this.page = page;
        this.encoder = ValueEncoders.booleans(encoding, page);
    }

    @Override
    ValueEncoder encoder() {
        return encoder;
    }

    @Override
    public void setEncoding(Encoding encoding) {
        encoder = ValueEncoders.booleans(encoding, page);
    }

    @Override
    boolean @Nullable [] arrayOf(Vector vector) {
        return vector instanceof BooleanVector typed ? typed.values() : null;
    }

    @Override
    String vectorKind() {
        return BooleanVector.class.getSimpleName();
    }

    @Override
    boolean[] gather(boolean[] source, PresentSlots slots) {
        boolean[] gathered = buffers.current().booleans(slots.to - slots.from);
        int[] list = slots.list;
        if (list == null) {
            BooleanCompaction.compact(source, slots.bitmap(), slots.from, slots.to, gathered, 0);
            return gathered;
        }
        for (int i = 0; i < slots.count; i++) {
            gathered[i] = source[list[i]];
        }
        return gathered;
    }

    @Override
    void updateMinMax(boolean[] source, int from, int to) {
        if (minMax != null) {
            minMax.update(source, from, to);
        }
    }

    @Override
    void write(boolean[] source, int from, int length) {
        encoder.write(source, from, length);
    }

    @Override
    void lookUp(boolean[] source, int from, int length, int[] ids, int idOffset) {
        throw new IllegalStateException("booleans have no dictionary");
    }

    @Override
    void addToFilter(boolean[] source, int from, int length, BloomFilterBuilder filter) {
        throw new IllegalStateException("booleans have no bloom filter");
    }

    @Override
    public void addEntriesToFilter(int entries, BloomFilterBuilder filter) {
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
