package io.pq2.spark.internal.kernel.values;

import io.pq2.spark.internal.vectors.IntColumnVector;
import io.pq2.spark.internal.vectors.LongColumnVector;
import java.math.BigInteger;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.NullUnmarked;

/** A column of whole numbers, decimals, dates, timestamps or booleans (as 0 and 1). */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class LongColumn extends LongNode {

    private static final int LONG_BITS = 63;

    private final int ordinal;
    private final DataType type;
    private final LongValues shown = new LongValues();
    private final LongValues copied = new LongValues();
    private boolean[] nullsBuffer;

    public LongColumn(int ordinal, DataType type) {
        this.ordinal = ordinal;
        this.type = type;
    }

    @Override
    public boolean isCertain() {
        return !(type instanceof DecimalType decimal) || decimal.precision() <= Decimal.MAX_LONG_DIGITS();
    }

    @Override
    LongValues compute(BatchColumns batch) {
        ColumnVector column = batch.column(ordinal);
        int rows = batch.rows();
        boolean[] nulls = batch.nulls(ordinal, nullsBuffer);
        nullsBuffer = nulls == null ? nullsBuffer : nulls;
        LongValues result = copied;
        result.nulls = nulls;
        if (column instanceof LongColumnVector longs) {
            result = shown;
            result.nulls = nulls;
            result.values = longs.values();
        } else if (column instanceof IntColumnVector ints && !(type instanceof ByteType || type instanceof ShortType)) {
            int[] values = ints.values();
            long[] wide = result.buffer(rows);
            for (int i = 0; i < rows; i++) {
                wide[i] = values[i];
            }
        } else if (type instanceof DecimalType decimal) {
            if (!copyDecimals(column, decimal, result.buffer(rows), rows, nulls)) {
                return null;
            }
        } else {
            copy(column, result.buffer(rows), rows, nulls);
        }
        result.findBounds(rows);
        return result;
    }

    private static boolean copyDecimals(
            ColumnVector column, DecimalType type, long[] target, int rows, boolean[] nulls) {
        for (int i = 0; i < rows; i++) {
            if (nulls == null || !nulls[i]) {
                BigInteger unscaled = column.getDecimal(i, type.precision(), type.scale())
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

    private void copy(ColumnVector column, long[] target, int rows, boolean[] nulls) {
        for (int i = 0; i < rows; i++) {
            if (nulls == null || !nulls[i]) {
                target[i] = value(column, i);
            }
        }
    }

    private long value(ColumnVector column, int row) {
        if (type instanceof BooleanType) {
            return column.getBoolean(row) ? 1 : 0;
        }
        if (type instanceof ByteType) {
            return column.getByte(row);
        }
        if (type instanceof ShortType) {
            return column.getShort(row);
        }
        boolean isInt = type instanceof IntegerType || type instanceof DateType;
        return isInt ? column.getInt(row) : column.getLong(row);
    }
}
