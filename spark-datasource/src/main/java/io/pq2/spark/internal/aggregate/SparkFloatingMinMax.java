package io.pq2.spark.internal.aggregate;

import org.apache.spark.sql.catalyst.util.SQLOrderingUtil;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Floating point numbers: NaN is the greatest, and of zeros the first that is seen is kept, as Spark has it. */
final class SparkFloatingMinMax implements SparkMinMax {

    private final boolean single;
    private final boolean least;
    private double found;
    private boolean any;

    SparkFloatingMinMax(boolean single, boolean least) {
        this.single = single;
        this.least = least;
    }

    @Override
    public void see(ColumnVector column, int slots) {
        for (int i = 0; i < slots; i++) {
            if (!column.isNullAt(i)) {
                see(single ? column.getFloat(i) : column.getDouble(i));
            }
        }
    }

    private void see(double value) {
        int order = any ? SQLOrderingUtil.compareDoubles(value, found) : 0;
        if (!any || (least ? order < 0 : order > 0)) {
            found = value;
            any = true;
        }
    }

    @Override
    public Object value() {
        if (!any) {
            return null;
        }
        return single ? (Object) (float) found : (Object) found;
    }
}
