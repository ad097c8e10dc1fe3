package io.pq2.internal.write.values;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;

/**
 * The integers that a column's logical type allows, where these are fewer than its physical type has.
 *
 * @param least the least of them
 * @param greatest the greatest of them
 */
record AllowedRange(long least, long greatest) {

    private static final int MOST_DIGITS_OF_LONG = 18;
    private static final long NANOS_OF_DAY = 86_400_000_000_000L;

    /** The range of an INT32 or INT64 column; null if every value is allowed. */
    static AllowedRange of(PrimitiveField field) {
        boolean wide = field.physicalType() == PhysicalType.INT64;
        if (field.logicalType() instanceof LogicalType.IntType integer && integer.bitWidth() < (wide ? 64 : 32)) {
            int bits = integer.bitWidth();
            return integer.signed()
                    ? new AllowedRange(-(1L << (bits - 1)), (1L << (bits - 1)) - 1)
                    : new AllowedRange(0, (1L << bits) - 1);
        }
        if (field.logicalType() instanceof LogicalType.DecimalType decimal
                && decimal.precision() <= (wide ? MOST_DIGITS_OF_LONG : 9)) {
            long limit = 1;
            for (int i = 0; i < decimal.precision(); i++) {
                limit *= 10;
            }
            return new AllowedRange(1 - limit, limit - 1);
        }
        return field.logicalType() instanceof LogicalType.TimeType time
                ? new AllowedRange(0, NANOS_OF_DAY / time.unit().nanos() - 1)
                : null;
    }

    /** The index of the first of {@code count} values from {@code offset} on that is outside, -1 if there is none. */
    int firstOutside(int[] values, int offset, int count) {
        int min = 0;
        int max = 0;
        for (int i = offset; i < offset + count; i++) {
            min = Math.min(min, values[i]);
            max = Math.max(max, values[i]);
        }
        if (min >= least && max <= greatest) {
            return -1;
        }
        int index = 0;
        while (values[offset + index] >= least && values[offset + index] <= greatest) {
            index++;
        }
        return index;
    }

    /** The index of the first of {@code count} values from {@code offset} on that is outside, -1 if there is none. */
    int firstOutside(long[] values, int offset, int count) {
        long min = 0;
        long max = 0;
        for (int i = offset; i < offset + count; i++) {
            min = Math.min(min, values[i]);
            max = Math.max(max, values[i]);
        }
        if (min >= least && max <= greatest) {
            return -1;
        }
        int index = 0;
        while (values[offset + index] >= least && values[offset + index] <= greatest) {
            index++;
        }
        return index;
    }

    @Override
    public String toString() {
        return least + " to " + greatest;
    }
}
