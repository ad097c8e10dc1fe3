package io.pq2.internal.predicate.prune;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An immutable set of rows of a row group, as ascending ranges of row indexes that neither overlap nor touch. */
public final class RowRanges {

    /** The empty set. */
    public static final RowRanges NONE = new RowRanges(new long[0]);

    /** The first row (inclusive) and the end (exclusive) of each range. */
    private final long[] bounds;

    private RowRanges(long[] bounds) {
        this.bounds = bounds;
    }

    /** Returns the rows from {@code from} (inclusive) to {@code to} (exclusive); empty unless {@code from < to}. */
    public static RowRanges of(long from, long to) {
        return from < to ? new RowRanges(new long[] {from, to}) : NONE;
    }

    /** Returns the number of ranges. */
    public int size() {
        return bounds.length / 2;
    }

    /** Returns the first row of a range. */
    public long from(int range) {
        return bounds[2 * range];
    }

    /** Returns the end (exclusive) of a range. */
    public long to(int range) {
        return bounds[2 * range + 1];
    }

    /** Whether the set has no row. */
    public boolean isEmpty() {
        return bounds.length == 0;
    }

    /** Returns the number of rows. */
    public long count() {
        long count = 0;
        for (int i = 0; i < size(); i++) {
            count += to(i) - from(i);
        }
        return count;
    }

    /** Returns the index of the first range that ends after a row; {@link #size} if there is none. */
    public int firstEndingAfter(long row) {
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (to(middle) > row) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Whether the set contains a row from {@code from} (inclusive) to {@code to} (exclusive). */
    public boolean intersects(long from, long to) {
        int range = firstEndingAfter(from);
        return range < size() && from(range) < to;
    }

    /** Returns the intersection. */
    public RowRanges and(RowRanges other) {
        Builder both = new Builder();
        int i = 0;
        int j = 0;
        while (i < size() && j < other.size()) {
            both.add(Math.max(from(i), other.from(j)), Math.min(to(i), other.to(j)));
            if (to(i) < other.to(j)) {
                i++;
            } else {
                j++;
            }
        }
        return both.build();
    }

    /** Returns the union. */
    public RowRanges or(RowRanges other) {
        Builder either = new Builder();
        int i = 0;
        int j = 0;
        while (i < size() || j < other.size()) {
            if (j == other.size() || (i < size() && from(i) <= other.from(j))) {
                either.add(from(i), to(i));
                i++;
            } else {
                either.add(other.from(j), other.to(j));
                j++;
            }
        }
        return either.build();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RowRanges ranges && Arrays.equals(bounds, ranges.bounds);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bounds);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < size(); i++) {
            text.append(i == 0 ? "" : ", ").append(from(i)).append("..").append(to(i) - 1);
        }
        return text.append(']').toString();
    }

    /** Joins ranges that are added in ascending order of their first row. */
    public static final class Builder {

        private long[] bounds = new long[8];
        private int length;

        /**
         * Adds the rows from {@code from} (inclusive) to {@code to} (exclusive), if any.
         *
         * @throws IllegalArgumentException if {@code from} is less than the first row of the previous range
         */
        public void add(long from, long to) {
            if (from >= to) {
                return;
            }
            if (length > 0 && from < bounds[length - 2]) {
                throw new IllegalArgumentException(
                        "range starts at row " + from + ", before the previous range's row " + bounds[length - 2]);
            }
            if (length > 0 && from <= bounds[length - 1]) {
                bounds[length - 1] = Math.max(bounds[length - 1], to);
                return;
            }
            if (length == bounds.length) {
                bounds = Arrays.copyOf(bounds, length * 2);
            }
            bounds[length++] = from;
            bounds[length++] = to;
        }

        /** Returns the number of ranges so far. */
        public int size() {
            return length / 2;
        }

        /** Returns the rows added so far. */
        public RowRanges build() {
            return length == 0 ? NONE : new RowRanges(Arrays.copyOf(bounds, length));
        }
    }
}
