package io.pq2.spark.internal.aggregate;

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

/** The least or the greatest of the values that were seen, in Spark's order and in Spark's internal form. */
public interface SparkMinMax {

    /** Sees the first slots of a column. */
    void see(ColumnVector column, int slots);

    /** What was found, null if there was no value. */
    Object value();

    /** Whether values of a type can be compared here: those that have one order, which is that of the files too. */
    static boolean isPossible(DataType type) {
        return type instanceof BooleanType
                || isInteger(type)
                || type instanceof FloatType
                || type instanceof DoubleType
                || type instanceof DecimalType
                || type.equals(DataTypes.StringType)
                || type instanceof BinaryType;
    }

    /** Whether values of a type are those of one leaf of a file, which is all that is needed to count them. */
    static boolean isCountable(DataType type) {
        return isPossible(type) || type instanceof StringType;
    }

    private static boolean isInteger(DataType type) {
        return type instanceof ByteType
                || type instanceof ShortType
                || type instanceof IntegerType
                || type instanceof DateType
                || type instanceof LongType
                || type instanceof TimestampType
                || type instanceof TimestampNTZType;
    }

    /**
     * An extreme of no value yet.
     *
     * @param type one that is possible
     * @param least whether it is the least value; otherwise the greatest
     */
    static SparkMinMax of(DataType type, boolean least) {
        if (isInteger(type)) {
            return new SparkIntegerMinMax(type, least);
        } else if (type instanceof FloatType || type instanceof DoubleType) {
            return new SparkFloatingMinMax(type instanceof FloatType, least);
        } else if (type instanceof BooleanType) {
            return new SparkObjectMinMax<>(
                    ColumnVector::getBoolean, Comparator.<Boolean>naturalOrder(), UnaryOperator.identity(), least);
        } else if (type instanceof DecimalType decimal) {
            return new SparkObjectMinMax<>(
                    (column, slot) -> column.getDecimal(slot, decimal.precision(), decimal.scale()),
                    Comparator.<Decimal>naturalOrder(),
                    UnaryOperator.identity(),
                    least);
        } else if (type instanceof StringType) {
            return new SparkObjectMinMax<>(
                    ColumnVector::getUTF8String, Comparator.<UTF8String>naturalOrder(), UTF8String::copy, least);
        }
        return new SparkObjectMinMax<>(
                ColumnVector::getBinary, ByteArray::compareBinary, UnaryOperator.identity(), least);
    }
}
