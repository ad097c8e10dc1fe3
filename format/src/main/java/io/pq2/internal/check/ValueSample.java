package io.pq2.internal.check;

import io.pq2.internal.statistics.ValueOrder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The min and the max of a column chunk, and a random sample for which all its values are equally probable. */
final class ValueSample implements ChunkValues.Visitor {

    private final SplittableRandom random;
    private final int size;
    private final List<Comparable<?>> picked = new ArrayList<>();
    private long count;
    private boolean invalid;
    private @Nullable Comparable<?> min;
    private @Nullable Comparable<?> max;

    /**
     * Creates a sample.
     *
     * @param size the number of random values
     */
    ValueSample(SplittableRandom random, int size) {
        this.random = random;
        this.size = size;
    }

    @Override
    public void value(int row, @Nullable Comparable<?> value) {
        if (value == null) {
            return;
        }
        count++;
        invalid |= value == ChunkValues.INVALID;
        if (invalid) {
            return;
        }
        min = min == null || ValueOrder.compare(value, min) < 0 ? value : min;
        max = max == null || ValueOrder.compare(value, max) > 0 ? value : max;
        if (picked.size() < size) {
            picked.add(value);
        } else if (size > 0) {
            long place = random.nextLong(count);
            if (place < size) {
                picked.set((int) place, value);
            }
        }
    }

    /** Returns the number of values that are not null. */
    long count() {
        return count;
    }

    /** Whether a value is outside the range of its type. Such values have no order, and the sample then has no use. */
    boolean hasInvalid() {
        return invalid;
    }

    /** Returns the smallest value, where NaN is the largest; absent if there is none. */
    @Nullable
    Comparable<?> min() {
        return min;
    }

    /** Returns the largest value, where NaN is the largest; absent if there is none. */
    @Nullable
    Comparable<?> max() {
        return max;
    }

    /** Returns the distinct values of the sample; empty if the chunk has none. */
    List<Comparable<?>> values() {
        Set<Comparable<?>> values = new LinkedHashSet<>();
        if (min != null) {
            values.add(min);
            values.add(Objects.requireNonNull(max));
        }
        values.addAll(picked);
        return List.copyOf(values);
    }
}
