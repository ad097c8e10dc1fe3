package io.pq2.spark.internal.kernel.values;

import java.math.BigDecimal;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.ShortType;

/**
 * Reads and writes values of a type as longs: whole numbers, unscaled decimals, booleans as 0 and 1, and for FLOAT and
 * DOUBLE the bits of a DOUBLE.
 */
public final class LongField {

    private final DataType type;

    public LongField(DataType type) {
        this.type = type;
    }

    /** Returns a value that is not null, and fits 64 bits. Both zeros and all NaN have the same bits. */
    public long read(SpecializedGetters row, int field) {
        if (type instanceof DecimalType decimal) {
            return row.getDecimal(field, decimal.precision(), decimal.scale()).toUnscaledLong();
        } else if (type instanceof IntegerType || type instanceof DateType) {
            return row.getInt(field);
        } else if (type instanceof DoubleType) {
            return DoubleBits.of(row.getDouble(field));
        } else if (type instanceof FloatType) {
            return DoubleBits.of(row.getFloat(field));
        } else if (type instanceof ShortType) {
            return row.getShort(field);
        } else if (type instanceof ByteType) {
            return row.getByte(field);
        } else if (type instanceof BooleanType) {
            return row.getBoolean(field) ? 1 : 0;
        }
        return row.getLong(field);
    }

    /** Returns a value, as {@link #read} does, as a long in Spark's order of the values. */
    public long readOrdered(SpecializedGetters row, int field) {
        long value = read(row, field);
        boolean isFloating = type instanceof DoubleType || type instanceof FloatType;
        // The bits of negative floating-point numbers have the opposite order.
        return isFloating ? value ^ value >> Long.SIZE - 1 >>> 1 : value;
    }

    public void write(UnsafeRowWriter writer, int field, long value) {
        if (type instanceof DecimalType decimal) {
            Decimal exact = decimal.precision() <= Decimal.MAX_LONG_DIGITS()
                    ? Decimal.createUnsafe(value, decimal.precision(), decimal.scale())
                    : Decimal.apply(BigDecimal.valueOf(value, decimal.scale()), decimal.precision(), decimal.scale());
            writer.write(field, exact, decimal.precision(), decimal.scale());
        } else if (type instanceof IntegerType || type instanceof DateType) {
            writer.write(field, (int) value);
        } else if (type instanceof DoubleType) {
            writer.write(field, Double.longBitsToDouble(value));
        } else if (type instanceof FloatType) {
            writer.write(field, (float) Double.longBitsToDouble(value));
        } else if (type instanceof ShortType) {
            writer.write(field, (short) value);
        } else if (type instanceof ByteType) {
            writer.write(field, (byte) value);
        } else if (type instanceof BooleanType) {
            writer.write(field, value != 0);
        } else {
            writer.write(field, value);
        }
    }

    /** @param value a number of a field of FLOAT or DOUBLE */
    public void write(UnsafeRowWriter writer, int field, double value) {
        write(writer, field, Double.doubleToRawLongBits(value));
    }

    public void writeNull(UnsafeRowWriter writer, int field) {
        if (type instanceof DecimalType decimal) {
            writer.write(field, (Decimal) null, decimal.precision(), decimal.scale());
        } else {
            writer.setNullAt(field);
        }
    }
}
