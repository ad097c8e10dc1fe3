package io.pq2.spark.internal.kernel.groups;

import org.apache.spark.sql.catalyst.util.SQLOrderingUtil;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/**
 * Min or max of floating point numbers. As in Spark, NaN is the largest value, and the first of several zeros is kept.
 */
final class SparkFloatingMinMax implements SparkMinMax {

    private final boolean single;
    private final boolean min;
    private double current;
    private boolean hasValue;

    SparkFloatingMinMax(boolean single, boolean min) {
        this.single = single;
        this.min = min;
    }

    @Override
    public void update(ColumnVector column, int slots) {
        for (int i = 0; i < slots; i++) {
            if (!column.isNullAt(i)) {
                update(single ? column.getFloat(i) : column.getDouble(i));
            }
        }
    }

    private void update(double value) {
        int order = hasValue ? SQLOrderingUtil.compareDoubles(value, current) : 0;
        if (!hasValue || (min ? order < 0 : order > 0)) {
            current = value;
            hasValue = true;
        }
    }

    @Override
    public @Nullable Object value() {
        if (!hasValue) {
            return null;
        }
        return single ? (Object) (float) current : (Object) current;
    }
}
