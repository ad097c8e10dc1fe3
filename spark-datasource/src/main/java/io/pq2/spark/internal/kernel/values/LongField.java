package io.pq2.spark.internal.kernel.values;

import java.math.BigDecimal;
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

/** Writes whole numbers, unscaled decimals and the bits of floating-point numbers to fields of a type. */
public final class LongField {

    private final DataType type;

    public LongField(DataType type) {
        this.type = type;
    }

    /** @param value a number of the type; for FLOAT and DOUBLE, the bits of a DOUBLE */
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

    public void writeNull(UnsafeRowWriter writer, int field) {
        if (type instanceof DecimalType decimal) {
            writer.write(field, (Decimal) null, decimal.precision(), decimal.scale());
        } else {
            writer.setNullAt(field);
        }
    }
}
