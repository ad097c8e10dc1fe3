package io.pq2.spark.internal.kernel.groups;

import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/** Min or max of integers of any width, and of types that Spark stores as integers. */
final class SparkIntegerMinMax implements SparkMinMax {

    private final DataType type;
    private final boolean min;
    private long current;
    private boolean hasValue;

    SparkIntegerMinMax(DataType type, boolean min) {
        this.type = type;
        this.min = min;
    }

    @Override
    public void update(ColumnVector column, int slots) {
        if (type instanceof ByteType) {
            for (int i = 0; i < slots; i++) {
                if (!column.isNullAt(i)) {
                    update(column.getByte(i));
                }
            }
        } else if (type instanceof ShortType) {
            for (int i = 0; i < slots; i++) {
                if (!column.isNullAt(i)) {
                    update(column.getShort(i));
                }
            }
        } else if (type instanceof IntegerType || type instanceof DateType) {
            for (int i = 0; i < slots; i++) {
                if (!column.isNullAt(i)) {
                    update(column.getInt(i));
                }
            }
        } else {
            for (int i = 0; i < slots; i++) {
                if (!column.isNullAt(i)) {
                    update(column.getLong(i));
                }
            }
        }
    }

    private void update(long value) {
        if (!hasValue || (min ? value < current : value > current)) {
            current = value;
            hasValue = true;
        }
    }

    @Override
    public @Nullable Object value() {
        if (!hasValue) {
            return null;
        } else if (type instanceof ByteType) {
            return (byte) current;
        } else if (type instanceof ShortType) {
            return (short) current;
        }
        boolean isInt = type instanceof IntegerType || type instanceof DateType;
        return isInt ? (Object) (int) current : (Object) current;
    }
}
