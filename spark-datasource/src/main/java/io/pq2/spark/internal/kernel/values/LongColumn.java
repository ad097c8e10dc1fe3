package io.pq2.spark.internal.kernel.values;

import io.pq2.spark.internal.vectors.IntColumnVector;
import io.pq2.spark.internal.vectors.LongColumnVector;
import java.math.BigInteger;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;

/** A column of whole numbers, decimals, dates, timestamps or booleans (as 0 and 1). */
public final class LongColumn extends LongNode {

    private static final int LONG_BITS = 63;

    private final int ordinal;
    private final DataType type;
    private final LongField field;

    public LongColumn(int ordinal, DataType type) {
        this.ordinal = ordinal;
        this.type = type;
        this.field = new LongField(type);
        if (type.defaultSize() <= Integer.BYTES) {
            result.setLimit(-(long) Integer.MIN_VALUE);
        }
    }

    @Override
    public boolean isCertain() {
        return !(type instanceof DecimalType decimal) || decimal.precision() <= Decimal.MAX_LONG_DIGITS();
    }

    @Override
    boolean compute(BatchColumns batch) {
        ColumnVector column = batch.column(ordinal);
        int rows = batch.rows();
        result.setNulls(column);
        if (column instanceof LongColumnVector longs) {
            result.values = longs.values();
        } else if (column instanceof IntColumnVector ints && !(type instanceof ByteType || type instanceof ShortType)) {
            widen(ints.values(), result.buffer(), rows);
        } else if (type instanceof DecimalType decimal) {
            return copyDecimals(column, decimal, result.buffer(), rows);
        } else {
            copy(new ColumnarArray(column, 0, rows), result.buffer(), rows);
        }
        return true;
    }

    private static void widen(int[] values, long[] target, int rows) {
        for (int i = 0; i < rows; i++) {
            target[i] = values[i];
        }
    }

    private boolean copyDecimals(ColumnVector column, DecimalType decimal, long[] target, int rows) {
        for (int i = 0; i < rows; i++) {
            if (!result.isNull(i)) {
                BigInteger unscaled = column.getDecimal(i, decimal.precision(), decimal.scale())
                        .toJavaBigDecimal()
                        .unscaledValue();
                if (unscaled.bitLength() > LONG_BITS) {
                    return false;
                }
                target[i] = unscaled.longValue();
            }
        }
        return true;
    }

    private void copy(ColumnarArray column, long[] target, int rows) {
        for (int i = 0; i < rows; i++) {
            if (!result.isNull(i)) {
                target[i] = field.read(column, i);
            }
        }
    }
}
