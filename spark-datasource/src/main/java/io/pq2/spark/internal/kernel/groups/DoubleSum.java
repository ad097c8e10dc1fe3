package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.DoubleNode;
import io.pq2.spark.internal.kernel.values.DoubleValues;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.DataTypes;

/**
 * SUM and AVG of DOUBLEs, added in the order of the rows. The buffer is the sum, and for AVG the number of values. The
 * sum of no value is null for SUM and 0 for AVG.
 */
public final class DoubleSum extends DoubleAccumulator {

    public DoubleSum(DoubleNode argument, boolean isAverage) {
        super(argument, DataTypes.DoubleType, isAverage);
    }

    @Override
    void addAll(BatchColumns batch, int[] rows, int count, int[] groups) {
        DoubleValues arguments = arguments(batch);
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (!arguments.isNull(row)) {
                int group = groups == null ? 0 : groups[row];
                results[group] += arguments.values[row];
                count(group);
            }
        }
    }

    @Override
    int fields() {
        return isCounted ? 2 : 1;
    }

    @Override
    void write(UnsafeRowWriter writer, int ordinal, double sum, long count) {
        // Spark adds to 0, which makes -0 a positive zero.
        super.write(writer, ordinal, 0 + sum, isCounted ? 1 : count);
        if (isCounted) {
            writer.write(ordinal + 1, count);
        }
    }
}
