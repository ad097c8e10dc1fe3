package io.pq2.internal.write.values;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import org.jspecify.annotations.Nullable;

/**
 * The integers that the logical type of a column allows, where it excludes some of the physical type.
 *
 * @param min the smallest allowed integer
 * @param max the largest allowed integer
 */
record AllowedRange(long min, long max) {

    private static final int MAX_INT_DIGITS = 9;
    private static final int MAX_LONG_DIGITS = 18;
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;

    /** Returns the range of an INT32 or INT64 column; absent when every value is allowed. */
    static @Nullable AllowedRange of(PrimitiveField field) {
        boolean wide = field.physicalType() == PhysicalType.INT64;
        if (field.logicalType() instanceof LogicalType.IntType integer && integer.bitWidth() < (wide ? 64 : 32)) {
            int bits = integer.bitWidth();
            return integer.signed()
                    ? new AllowedRange(-(1L << (bits - 1)), (1L << (bits - 1)) - 1)
                    : new AllowedRange(0, (1L << bits) - 1);
        }
        if (field.logicalType() instanceof LogicalType.DecimalType decimal
                && decimal.precision() <= (wide ? MAX_LONG_DIGITS : MAX_INT_DIGITS)) {
            long limit = 1;
            for (int i = 0; i < decimal.precision(); i++) {
                limit *= 10;
            }
            return new AllowedRange(1 - limit, limit - 1);
        }
        return field.logicalType() instanceof LogicalType.TimeType time
                ? new AllowedRange(0, NANOS_PER_DAY / time.unit().nanos() - 1)
                : null;
    }

    /** Returns the position after {@code offset} of the first of {@code count} values outside the range, or -1. */
    int firstOutside(int[] values, int offset, int count) {
        int smallest = 0;
        int largest = 0;
        for (int i = offset; i < offset + count; i++) {
            smallest = Math.min(smallest, values[i]);
            largest = Math.max(largest, values[i]);
        }
        if (smallest >= min && largest <= max) {
            return -1;
        }
        int index = 0;
        while (values[offset + index] >= min && values[offset + index] <= max) {
            index++;
        }
        return index;
    }

    /** Returns the position after {@code offset} of the first of {@code count} values outside the range, or -1. */
    int firstOutside(long[] values, int offset, int count) {
        long smallest = 0;
        long largest = 0;
        for (int i = offset; i < offset + count; i++) {
            smallest = Math.min(smallest, values[i]);
            largest = Math.max(largest, values[i]);
        }
        if (smallest >= min && largest <= max) {
            return -1;
        }
        int index = 0;
        while (values[offset + index] >= min && values[offset + index] <= max) {
            index++;
        }
        return index;
    }

    @Override
    public String toString() {
        return min + " to " + max;
    }
}
