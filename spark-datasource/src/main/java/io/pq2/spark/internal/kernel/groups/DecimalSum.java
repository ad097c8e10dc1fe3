package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import io.pq2.spark.internal.kernel.values.Sizes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;

/**
 * SUM and AVG of decimals. The buffer is the sum, at first 0 and null after an overflow, and whether there is no value
 * (SUM) or the number of values (AVG). Unscaled sums have 128 bits, which they cannot exceed: they have fewer than 2^64
 * summands.
 */
public final class DecimalSum extends LongAccumulator {

    private final DecimalType type;
    /** The high halves of the sums. The results are the low halves. */
    private long[] high = {};

    public DecimalSum(LongNode argument, DecimalType type, boolean isAverage) {
        super(argument, type, isAverage);
        this.type = type;
    }

    @Override
    void resize(int groups) {
        super.resize(groups);
        high = Sizes.grown(high, groups);
    }

    @Override
    void addAll(BatchColumns batch, int[] rows, int count, int[] groups) {
        LongValues arguments = arguments(batch);
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (!arguments.isNull(row)) {
                int group = groups == null ? 0 : groups[row];
                long value = arguments.values[row];
                long sum = results[group] + value;
                // The carry of an unsigned addition, and the sign bits of the value.
                high[group] += (value >> Long.SIZE - 1) + (Long.compareUnsigned(sum, value) < 0 ? 1 : 0);
                results[group] = sum;
                count(group);
            }
        }
    }

    @Override
    int fields() {
        return 2;
    }

    /** Writes a sum; null if it has more digits than the type, as in Spark's buffers. */
    @Override
    @SuppressWarnings("NullAway") // A null decimal reserves the space of a value.
    public void write(UnsafeRowWriter writer, int ordinal, int group) {
        Decimal sum = sum(high[group], results[group]);
        boolean fits = sum.changePrecision(type.precision(), type.scale());
        writer.write(ordinal, fits ? sum : null, type.precision(), type.scale());
        writeCount(writer, ordinal + 1, countOf(group));
    }

    private Decimal sum(long high, long low) {
        if (high == low >> Long.SIZE - 1) {
            return Decimal.apply(BigDecimal.valueOf(low, type.scale()));
        }
        BigInteger unscaled = new BigInteger(
                ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array());
        return Decimal.apply(new BigDecimal(unscaled, type.scale()));
    }

    @Override
    void write(UnsafeRowWriter writer, int ordinal, long sum, long count) {
        super.write(writer, ordinal, sum, 1);
        writeCount(writer, ordinal + 1, count);
    }

    private void writeCount(UnsafeRowWriter writer, int ordinal, long count) {
        if (isCounted) {
            writer.write(ordinal, count);
        } else {
            writer.write(ordinal, count == 0);
        }
    }

    @Override
    public long bytes() {
        return super.bytes() + Sizes.bytes(high);
    }

    @Override
    public void clear() {
        super.clear();
        high = new long[0];
    }
}
