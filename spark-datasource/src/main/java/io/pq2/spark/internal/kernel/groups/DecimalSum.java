package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongField;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import io.pq2.spark.internal.kernel.values.Sizes;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.DecimalType;

/**
 * SUM and AVG of decimals. The buffer is the sum, at first 0 and null after an overflow, and whether there is no value
 * (SUM) or the number of values (AVG).
 */
public final class DecimalSum extends Accumulator {

    private final LongNode argument;
    private final DecimalType type;
    private final LongField field;
    private final WideSum sums = new WideSum();
    private final boolean isAverage;
    private long[] counts = {};

    public DecimalSum(LongNode argument, DecimalType type, boolean isAverage) {
        this.argument = argument;
        this.type = type;
        this.isAverage = isAverage;
        this.field = new LongField(type);
    }

    @Override
    boolean prepare(BatchColumns batch) {
        return argument.evaluate(batch) != null;
    }

    @Override
    void resize(int groups) {
        sums.resize(groups);
        counts = Sizes.grown(counts, groups);
    }

    @Override
    void add(BatchColumns batch, int[] rows, int count, int[] groups) {
        LongValues values = Objects.requireNonNull(argument.evaluate(batch));
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (values.nulls == null || !values.nulls[row]) {
                int group = groups[row];
                sums.add(group, values.values[row]);
                counts[group]++;
            }
        }
    }

    @Override
    int fields() {
        return 2;
    }

    @Override
    public void write(UnsafeRowWriter writer, int field, int group) {
        sums.write(writer, field, group, type);
        writeCount(writer, field + 1, counts[group]);
    }

    @Override
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int ordinal, int row) {
        LongValues values = Objects.requireNonNull(argument.evaluate(batch));
        if (values.nulls != null && values.nulls[row]) {
            writeEmpty(writer, ordinal);
        } else {
            field.write(writer, ordinal, values.values[row]);
            writeCount(writer, ordinal + 1, 1);
        }
    }

    @Override
    void writeEmpty(UnsafeRowWriter writer, int ordinal) {
        field.write(writer, ordinal, 0);
        writeCount(writer, ordinal + 1, 0);
    }

    private void writeCount(UnsafeRowWriter writer, int ordinal, long count) {
        if (isAverage) {
            writer.write(ordinal, count);
        } else {
            writer.write(ordinal, count == 0);
        }
    }

    @Override
    public long bytes() {
        return sums.bytes() + Sizes.bytes(counts);
    }

    @Override
    public void clear() {
        sums.clear();
        counts = new long[0];
    }
}
