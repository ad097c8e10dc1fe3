package io.pq2.internal.write.values;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.dictionary.DictionaryBuilder;
import io.pq2.internal.statistics.MinMax;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.ColumnBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * {@link LeafValues} in an array of numbers or booleans. This class holds the code that all types share. The subclasses
 * hold the loops over the array; each call handles many values.
 *
 * @param <A> the type of the array
 */
abstract sealed class ArrayLeafValues<A> implements LeafValues
        permits BooleanLeafValues, IntLeafValues, LongLeafValues, FloatLeafValues, DoubleLeafValues {

    final ColumnBuffers buffers;
    private final int width;
    private final @Nullable MinMax minMax;
    private final @Nullable DictionaryBuilder dictionary;

    private A values;
    private int offset;
    private int count;

    /**
     * Creates the values of a column.
     *
     * @param width bytes of a value
     * @param empty an array without values
     * @param minMax the min and max of the open page; absent when the column has no min/max statistics
     * @param dictionary the dictionary of the column chunk; absent when the type is never dictionary encoded
     */
    ArrayLeafValues(
            int width,
            A empty,
            @Nullable MinMax minMax,
            @Nullable DictionaryBuilder dictionary,
            ColumnBuffers buffers) {
        this.width = width;
        this.values = empty;
        this.minMax = minMax;
        this.dictionary = dictionary;
        this.buffers = buffers;
    }

    /** Returns the encoder that {@link #write} uses. */
    abstract ValueEncoder encoder();

    /** Returns the array of a vector; absent when the vector is not a {@link #vectorKind()}. */
    abstract @Nullable A arrayOf(Vector vector);

    /** Returns the class name of the vectors of this column, for error messages. */
    abstract String vectorKind();

    /** Copies the values of slots that are not a range into the worker's buffers. */
    abstract A gather(A source, PresentSlots slots);

    /** Updates the min and max of the open page, if the column has them. */
    abstract void updateMinMax(A source, int from, int to);

    /** Encodes values into the open page, without the dictionary. */
    abstract void write(A source, int from, int length);

    /** Looks up values in the dictionary and adds the new ones. */
    abstract void lookUp(A source, int from, int length, int[] ids, int idOffset);

    /** Adds values to a bloom filter. */
    abstract void addToFilter(A source, int from, int length, BloomFilterBuilder filter);

    /** Returns the position after {@code from} of the first value that the logical type does not allow, or -1. */
    int firstInvalid(A source, int from, int length) {
        return -1;
    }

    /** Describes an invalid value of the array, for an error message. */
    String describe(A source, int index) {
        return "an invalid value";
    }

    @Override
    public final void load(Vector vector, PresentSlots slots) {
        A source = arrayOf(vector);
        if (source == null) {
            throw new InvalidDataException(
                    "expected " + vectorKind() + ", found " + vector.getClass().getSimpleName());
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
    public final String describe(int index) {
        return describe(values, offset + index);
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
    public final void updateMinMax(int from, int to) {
        updateMinMax(values, offset + from, offset + to);
    }

    @Override
    public final boolean hasMinMaxByEntry() {
        return false;
    }

    @Override
    public final void updateMinMaxOfEntries(int[] ids, int idCount) {
        throw new IllegalStateException("min and max are computed from the values");
    }

    @Override
    public final @Nullable MinMax minMax() {
        return minMax;
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
    public final boolean supportsDictionary() {
        return dictionary != null;
    }

    @Override
    public final void lookUp(int from, int to, int[] ids, int idOffset) {
        lookUp(values, offset + from, to - from, ids, idOffset);
    }

    @Override
    public final void addToFilter(int from, int to, BloomFilterBuilder filter) {
        addToFilter(values, offset + from, to - from, filter);
    }

    @Override
    public final int dictionarySize() {
        return dictionary == null ? 0 : dictionary.size();
    }

    @Override
    public final long dictionaryBytes() {
        return dictionary == null ? 0 : dictionary.dictionaryBytes();
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
