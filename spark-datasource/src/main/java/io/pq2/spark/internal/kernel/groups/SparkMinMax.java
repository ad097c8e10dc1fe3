package io.pq2.spark.internal.kernel.groups;

import java.util.Comparator;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.ByteArray;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** The min or the max of values, in Spark's order and in Spark's internal form. */
public interface SparkMinMax {

    /** Includes the values of the first slots of a column. */
    void update(ColumnVector column, int slots);

    /** Returns the min or max in Spark's internal form; absent if all values were null. */
    @Nullable
    Object value();

    /** Whether this class supports a type: types with one order, which is the same in Spark and in files. */
    static boolean supports(DataType type) {
        return type instanceof BooleanType
                || type instanceof ByteType
                || type instanceof ShortType
                || type instanceof IntegerType
                || type instanceof DateType
                || type instanceof LongType
                || type instanceof TimestampType
                || type instanceof TimestampNTZType
                || type instanceof FloatType
                || type instanceof DoubleType
                || type instanceof DecimalType
                || type.equals(DataTypes.StringType)
                || type instanceof BinaryType;
    }

    /** Whether values of a type can be counted: types whose values are in one leaf of a file. */
    static boolean isCountable(DataType type) {
        return supports(type) || type instanceof StringType;
    }

    /**
     * Creates the min or max of no values yet.
     *
     * @param type a supported type
     * @param min whether to find the min rather than the max
     */
    static SparkMinMax of(DataType type, boolean min) {
        if (type instanceof StringType) {
            return new SparkObjectMinMax<>(
                    ColumnVector::getUTF8String, Comparator.<UTF8String>naturalOrder(), UTF8String::copy, min);
        } else if (type instanceof BinaryType) {
            return new SparkObjectMinMax<>(
                    ColumnVector::getBinary, ByteArray::compareBinary, UnaryOperator.identity(), min);
        } else if (type instanceof DecimalType decimal && decimal.precision() > Decimal.MAX_LONG_DIGITS()) {
            return new SparkObjectMinMax<>(
                    (column, slot) -> column.getDecimal(slot, decimal.precision(), decimal.scale()),
                    Comparator.<Decimal>naturalOrder(),
                    UnaryOperator.identity(),
                    min);
        }
        return new SparkNumberMinMax(type, min);
    }
}
