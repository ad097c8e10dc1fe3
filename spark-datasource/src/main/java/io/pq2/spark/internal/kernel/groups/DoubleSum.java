package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.DoubleNode;
import io.pq2.spark.internal.kernel.values.DoubleValues;
import io.pq2.spark.internal.kernel.values.Sizes;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;

/**
 * SUM and AVG of DOUBLEs, added in the order of the rows. The buffer is the sum, and for AVG the number of values. The
 * sum of no value is null for SUM and 0 for AVG.
 */
public final class DoubleSum extends Accumulator {

    private final DoubleNode argument;
    private final boolean isAverage;
    private double[] sums = {};
    private long[] counts = {};

    public DoubleSum(DoubleNode argument, boolean isAverage) {
        this.argument = argument;
        this.isAverage = isAverage;
    }

    @Override
    boolean prepare(BatchColumns batch) {
        return argument.evaluate(batch) != null;
    }

    @Override
    void resize(int groups) {
        sums = Sizes.grown(sums, groups);
        counts = Sizes.grown(counts, groups);
    }

    @Override
    void add(BatchColumns batch, int[] rows, int count, int[] groups) {
        DoubleValues values = Objects.requireNonNull(argument.evaluate(batch));
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (values.nulls == null || !values.nulls[row]) {
                int group = groups[row];
                sums[group] += values.values[row];
                counts[group]++;
            }
        }
    }

    @Override
    int fields() {
        return isAverage ? 2 : 1;
    }

    @Override
    public void write(UnsafeRowWriter writer, int field, int group) {
        if (isAverage) {
            writer.write(field, sums[group]);
            writer.write(field + 1, counts[group]);
        } else if (counts[group] > 0) {
            writer.write(field, sums[group]);
        } else {
            writer.setNullAt(field);
        }
    }

    @Override
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int field, int row) {
        DoubleValues values = Objects.requireNonNull(argument.evaluate(batch));
        if (values.nulls != null && values.nulls[row]) {
            writeEmpty(writer, field);
            return;
        }
        // Spark adds to 0, which makes -0 a positive zero.
        writer.write(field, 0 + values.values[row]);
        if (isAverage) {
            writer.write(field + 1, 1L);
        }
    }

    @Override
    void writeEmpty(UnsafeRowWriter writer, int field) {
        if (isAverage) {
            writer.write(field, 0.0);
            writer.write(field + 1, 0L);
        } else {
            writer.setNullAt(field);
        }
    }

    @Override
    public long bytes() {
        return Sizes.bytes(sums) + Sizes.bytes(counts);
    }

    @Override
    public void clear() {
        sums = new double[0];
        counts = new long[0];
    }
}
