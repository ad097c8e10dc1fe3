package io.pq2.spark.internal.kernel.join;

import io.pq2.spark.internal.kernel.conditions.TextCondition;
import io.pq2.spark.internal.vectors.FileColumnVector;
import io.pq2.vector.Validity;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.NullUnmarked;

/** The values of a column, collected from rows. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
abstract class BuiltColumn {

    private static final int FIRST_ROWS = 64;

    private boolean[] nulls = {};
    private int rows;
    private boolean hasNull;

    static boolean supports(DataType type) {
        return isInt(type)
                || isLong(type)
                || type instanceof BooleanType
                || type instanceof FloatType
                || type instanceof DoubleType
                || TextCondition.supports(type);
    }

    private static boolean isInt(DataType type) {
        return type instanceof ByteType
                || type instanceof ShortType
                || type instanceof IntegerType
                || type instanceof DateType;
    }

    private static boolean isLong(DataType type) {
        return type instanceof LongType
                || type instanceof TimestampType
                || type instanceof TimestampNTZType
                || type instanceof DecimalType decimal && decimal.precision() <= Decimal.MAX_LONG_DIGITS();
    }

    /** Returns a column without values, of a type that {@link #supports} allows. */
    static BuiltColumn of(DataType type) {
        if (isInt(type)) {
            return new IntBuiltColumn(type);
        } else if (isLong(type)) {
            return new LongBuiltColumn(type);
        } else if (type instanceof BooleanType) {
            return new BooleanBuiltColumn(type);
        } else if (type instanceof FloatType) {
            return new FloatBuiltColumn(type);
        }
        return type instanceof DoubleType ? new DoubleBuiltColumn(type) : new TextBuiltColumn(type);
    }

    /** Adds the value of a row. */
    final void add(InternalRow row, int ordinal) {
        if (rows == nulls.length) {
            int length = Math.max(FIRST_ROWS, 2 * rows);
            nulls = Arrays.copyOf(nulls, length);
            resize(length);
        }
        nulls[rows] = row.isNullAt(ordinal);
        hasNull |= nulls[rows];
        if (!nulls[rows]) {
            set(rows, row, ordinal);
        }
        rows++;
    }

    /**
     * Returns the column, after which no value is added.
     *
     * @param withNullRow whether it has a null after all values
     */
    final FileColumnVector show(boolean withNullRow) {
        int length = withNullRow ? rows + 1 : rows;
        resize(length);
        long[] present = null;
        if (hasNull || withNullRow) {
            present = new long[Validity.words(length)];
            for (int i = 0; i < rows; i++) {
                present[i >>> 6] |= nulls[i] ? 0 : 1L << i;
            }
        }
        nulls = new boolean[0];
        return show(length, present);
    }

    /** Changes the number of slots. Keeps the values that still have one. */
    abstract void resize(int length);

    /** Sets the value of a slot. */
    abstract void set(int slot, InternalRow row, int ordinal);

    /**
     * Returns the column.
     *
     * @param present the bitmap of slots that are not null; absent if none is
     */
    abstract FileColumnVector show(int length, long[] present);

    /** Returns the bytes of the values. */
    abstract long bytes();
}
