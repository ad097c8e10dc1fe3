package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.DoubleBits;
import io.pq2.spark.internal.kernel.values.LongField;
import io.pq2.spark.internal.kernel.values.LongIndex;
import io.pq2.spark.internal.kernel.values.LongValues;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;

/** The distinct results of an expression, numbered from 1; null has number 0. */
final class ResultValues {

    private final DataType type;
    private final TextIndex texts = new TextIndex();
    private final LongIndex longs = new LongIndex();
    private final LongField field;

    /**
     * @param type a type of strings that compare byte by byte, of values that fit 64 bits, or of floating-point numbers
     */
    ResultValues(DataType type) {
        this.type = type;
        this.field = new LongField(type);
    }

    /** Returns the number of the value in the first field of a row. */
    int numberOf(InternalRow result) {
        if (result.isNullAt(0)) {
            return 0;
        }
        return type instanceof StringType ? texts.numberOf(result.getUTF8String(0)) : longs.indexOf(bits(result)) + 1;
    }

    /**
     * Sets {@code numbers[row]} to the number of the row's value, for the first {@code count} rows in {@code rows}.
     *
     * @param values for a type of values that fit 64 bits
     */
    void number(LongValues values, int[] rows, int count, int[] numbers) {
        longs.number(values, rows, count, numbers);
    }

    private long bits(InternalRow result) {
        if (type instanceof DoubleType) {
            return DoubleBits.of(result.getDouble(0));
        }
        if (type instanceof FloatType) {
            return DoubleBits.of(result.getFloat(0));
        }
        if (type instanceof DecimalType decimal) {
            return result.getDecimal(0, decimal.precision(), decimal.scale()).toUnscaledLong();
        }
        if (type instanceof IntegerType || type instanceof DateType) {
            return result.getInt(0);
        }
        if (type instanceof ShortType) {
            return result.getShort(0);
        }
        if (type instanceof ByteType) {
            return result.getByte(0);
        }
        if (type instanceof BooleanType) {
            return result.getBoolean(0) ? 1 : 0;
        }
        return result.getLong(0);
    }

    /** Writes the value in the first field of a row. */
    void write(UnsafeRowWriter writer, int ordinal, InternalRow result) {
        if (result.isNullAt(0)) {
            writeNull(writer, ordinal);
        } else if (type instanceof StringType) {
            writer.write(ordinal, result.getUTF8String(0));
        } else {
            field.write(writer, ordinal, bits(result));
        }
    }

    /** Writes the value of a row, of a type whose values fit 64 bits. */
    void write(UnsafeRowWriter writer, int ordinal, LongValues values, int row) {
        if (values.nulls != null && values.nulls[row]) {
            writeNull(writer, ordinal);
        } else {
            field.write(writer, ordinal, values.values[row]);
        }
    }

    /** Writes the value with a number. */
    void write(UnsafeRowWriter writer, int ordinal, int number) {
        if (number == 0) {
            writeNull(writer, ordinal);
        } else if (type instanceof StringType) {
            writer.write(ordinal, texts.value(number));
        } else {
            field.write(writer, ordinal, longs.value(number - 1));
        }
    }

    private void writeNull(UnsafeRowWriter writer, int ordinal) {
        if (type instanceof StringType) {
            writer.setNullAt(ordinal);
        } else {
            field.writeNull(writer, ordinal);
        }
    }

    /** Returns the bytes of the arrays with an element for each value, which double when they are full. */
    long bytes() {
        return texts.bytes() + longs.bytes();
    }

    /** Returns the bytes that strings take. */
    long textBytes() {
        return texts.textBytes();
    }

    /** Forgets all values. */
    void clear() {
        texts.clear();
        longs.clear();
    }
}
