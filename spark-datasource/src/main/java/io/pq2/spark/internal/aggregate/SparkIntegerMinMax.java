package io.pq2.spark.internal.aggregate;

import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Integers of any width, and what is counted in them. */
final class SparkIntegerMinMax implements SparkMinMax {

    private final DataType type;
    private final boolean least;
    private long found;
    private boolean any;

    SparkIntegerMinMax(DataType type, boolean least) {
        this.type = type;
        this.least = least;
    }

    @Override
    public void see(ColumnVector column, int slots) {
        if (type instanceof ByteType) {
            for (int i = 0; i < slots; i++) {
                if (!column.isNullAt(i)) {
                    see(column.getByte(i));
                }
            }
        } else if (type instanceof ShortType) {
            for (int i = 0; i < slots; i++) {
                if (!column.isNullAt(i)) {
                    see(column.getShort(i));
                }
            }
        } else if (type instanceof IntegerType || type instanceof DateType) {
            for (int i = 0; i < slots; i++) {
                if (!column.isNullAt(i)) {
                    see(column.getInt(i));
                }
            }
        } else {
            for (int i = 0; i < slots; i++) {
                if (!column.isNullAt(i)) {
                    see(column.getLong(i));
                }
            }
        }
    }

    private void see(long value) {
        if (!any || (least ? value < found : value > found)) {
            found = value;
            any = true;
        }
    }

    @Override
    public Object value() {
        if (!any) {
            return null;
        } else if (type instanceof ByteType) {
            return (byte) found;
        } else if (type instanceof ShortType) {
            return (short) found;
        }
        boolean isInt = type instanceof IntegerType || type instanceof DateType;
        return isInt ? (Object) (int) found : (Object) found;
    }
}
