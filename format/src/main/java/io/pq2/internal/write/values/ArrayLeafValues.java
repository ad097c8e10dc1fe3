package io.pq2.internal.write.values;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.dictionary.DictionaryBuilder;
import io.pq2.internal.statistics.MinMax;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.EncodingBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.vector.Vector;

/**
 * {@link LeafValues} that are an array of numbers or booleans. What is the same for all types stands here, what touches the array
 * in the classes of the types, one call for many values.
 *
 * @param <A> the array
 */
abstract sealed class ArrayLeafValues<A> implements LeafValues
        permits BooleanLeafValues, IntLeafValues, LongLeafValues, FloatLeafValues, DoubleLeafValues {

    final EncodingBuffers scratch;
    private final int width;
    private final MinMax bounds;
    /** Null for values that are never dictionary encoded. */
    private final DictionaryBuilder dictionary;

    private A values;
    private int offset;
    private int count;

    /**
     * @param width bytes a value
     * @param bounds null if no bounds are wanted
     */
    ArrayLeafValues(int width, MinMax bounds, DictionaryBuilder dictionary, EncodingBuffers scratch) {
        this.width = width;
        this.bounds = bounds;
        this.dictionary = dictionary;
        this.scratch = scratch;
    }

    /** What {@link #write} writes to. */
    abstract ValueEncoder encoder();

    /** The array of a vector; null if the vector is of another kind than {@link #vectorKind()}. */
    abstract A arrayOf(Vector vector);

    /** The kind of vector that this column takes, for messages. */
    abstract String vectorKind();

    /** The values of those slots, which are not a range, in memory of {@link #scratch}. */
    abstract A gather(A source, PresentSlots slots);

    /** Widens the bounds, of which there are some. */
    abstract void bound(A source, int from, int to);

    /** Appends values to the page, not dictionary encoded. */
    abstract void write(A source, int from, int length);

    /** Looks values up, putting those into the dictionary that are new. */
    abstract void intern(A source, int from, int length, int[] ids, int idOffset);

    /** Shows values to the bloom filter. */
    abstract void hash(A source, int from, int length, BloomFilterBuilder filter);

    /** The index, from {@code from} on, of the first value that the logical type does not allow, -1 if there is none. */
    int firstInvalid(A source, int from, int length) {
        return -1;
    }

    /** The value at an index of the array in words, and what is allowed. */
    String explain(A source, int index) {
        return "a value";
    }

    @Override
    public final void load(Vector vector, PresentSlots slots) {
        A source = arrayOf(vector);
        if (source == null) {
            throw new InvalidDataException(
                    "a " + vector.getClass().getSimpleName() + " where a " + vectorKind() + " is due");
        }
        count = slots.count;
        values = slots.isRange() ? source : gather(source, slots);
        offset = slots.isRange() ? slots.from : 0;
    }

    @Override
    public final int firstInvalid() {
        return firstInvalid(values, offset, count);
    }

    @Override
    public final String explain(int index) {
        return explain(values, offset + index);
    }

    @Override
    public final int count() {
        return count;
    }

    @Override
    public final long plainBytes() {
        return (long) count * width;
    }

    @Override
    public final int width() {
        return width;
    }

    @Override
    public final void bound(int from, int to) {
        if (bounds != null) {
            bound(values, offset + from, offset + to);
        }
    }

    @Override
    public final boolean boundsEntries() {
        return false;
    }

    @Override
    public final void boundEntries(int[] ids, int idCount) {
        throw new IllegalStateException("the bounds are those of the values");
    }

    @Override
    public final MinMax bounds() {
        return bounds;
    }

    @Override
    public final void encode(int from, int to) {
        write(values, offset + from, to - from);
    }

    @Override
    public final Encoding finish() {
        ValueEncoder encoder = encoder();
        encoder.finish();
        return encoder.encoding();
    }

    @Override
    public final boolean internable() {
        return dictionary != null;
    }

    @Override
    public final void intern(int from, int to, int[] ids, int idOffset) {
        intern(values, offset + from, to - from, ids, idOffset);
    }

    @Override
    public final void hash(int from, int to, BloomFilterBuilder filter) {
        hash(values, offset + from, to - from, filter);
    }

    @Override
    public final int distinct() {
        return dictionary.size();
    }

    @Override
    public final long dictionaryBytes() {
        return dictionary.dictionaryBytes();
    }

    @Override
    public final int pendingBytes() {
        return encoder().pendingBytes();
    }

    @Override
    public final long memoryBytes() {
        return dictionary == null ? 0 : dictionary.memoryBytes();
    }

    @Override
    public final void dropDictionary() {
        if (dictionary != null) {
            dictionary.reset();
        }
    }
}
