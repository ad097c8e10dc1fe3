package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.Sizes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;

/** Sums of unscaled decimals in 128 bits, which they cannot exceed: they have fewer than 2^64 summands. */
final class WideSum {

    private long[] high = {};
    private long[] low = {};

    void resize(int groups) {
        high = Sizes.grown(high, groups);
        low = Sizes.grown(low, groups);
    }

    void add(int group, long value) {
        long sum = low[group] + value;
        // The carry of an unsigned addition, and the sign bits of the value.
        high[group] += (value >> Long.SIZE - 1) + (Long.compareUnsigned(sum, value) < 0 ? 1 : 0);
        low[group] = sum;
    }

    /** Writes a sum; null if it has more digits than the type, as in Spark's buffers. */
    @SuppressWarnings("NullAway") // A null decimal reserves the space of a value.
    void write(UnsafeRowWriter writer, int field, int group, DecimalType type) {
        Decimal sum = decimal(high[group], low[group], type);
        writer.write(
                field,
                sum.changePrecision(type.precision(), type.scale()) ? sum : null,
                type.precision(),
                type.scale());
    }

    private static Decimal decimal(long high, long low, DecimalType type) {
        if (high == low >> Long.SIZE - 1) {
            return Decimal.apply(BigDecimal.valueOf(low, type.scale()));
        }
        BigInteger unscaled = new BigInteger(
                ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array());
        return Decimal.apply(new BigDecimal(unscaled, type.scale()));
    }

    long bytes() {
        return Sizes.bytes(high) + Sizes.bytes(low);
    }

    void clear() {
        high = new long[0];
        low = new long[0];
    }
}
