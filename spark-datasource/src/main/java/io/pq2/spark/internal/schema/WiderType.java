package io.pq2.spark.internal.schema;

import io.pq2.spark.internal.versions.SparkVersion;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.TimestampNTZType;

/**
 * Finds the smallest type as which Spark reads the values of two other types without loss (the type widening of Spark's
 * Parquet readers).
 */
final class WiderType {

    /** The digits before the decimal point that a decimal needs for a 32-bit integer, by the readers' rules. */
    private static final int INT_DIGITS = 10;

    /** The same for a 64-bit integer. */
    private static final int LONG_DIGITS = 20;

    private static final List<Class<? extends DataType>> INTEGERS =
            List.of(ByteType.class, ShortType.class, IntegerType.class, LongType.class);

    private WiderType() {}

    /** Returns the wider type of two types that are not nested; empty if there is none. */
    static Optional<DataType> of(DataType left, DataType right) {
        if (left.equals(right) || right instanceof NullType) {
            return Optional.of(left);
        }
        if (left instanceof NullType) {
            return Optional.of(right);
        }
        if (integerRank(left) >= 0 && integerRank(right) >= 0) {
            return Optional.of(integerRank(left) < integerRank(right) ? right : left);
        }
        if (fitsDouble(left) && fitsDouble(right)) {
            return Optional.of(DataTypes.DoubleType);
        }
        if (SparkVersion.SPARK.isTime(left) && SparkVersion.SPARK.isTime(right)) {
            return Optional.of(
                    SparkVersion.SPARK.timeDigits(left) < SparkVersion.SPARK.timeDigits(right) ? right : left);
        }
        if (isDayOrLocal(left) && isDayOrLocal(right)) {
            return Optional.of(DataTypes.TimestampNTZType);
        }
        return decimal(left).flatMap(a -> decimal(right).flatMap(b -> wider(a, b)));
    }

    private static int integerRank(DataType type) {
        for (int i = 0; i < INTEGERS.size(); i++) {
            if (INTEGERS.get(i).isInstance(type)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean fitsDouble(DataType type) {
        boolean isInt = integerRank(type) >= 0 && !(type instanceof LongType);
        return isInt || type instanceof FloatType || type instanceof DoubleType;
    }

    private static boolean isDayOrLocal(DataType type) {
        return type instanceof DateType || type instanceof TimestampNTZType;
    }

    private static Optional<DecimalType> decimal(DataType type) {
        if (type instanceof DecimalType decimal) {
            return Optional.of(decimal);
        }
        if (integerRank(type) < 0) {
            return Optional.empty();
        }
        return Optional.of(DataTypes.createDecimalType(type instanceof LongType ? LONG_DIGITS : INT_DIGITS, 0));
    }

    private static Optional<DataType> wider(DecimalType left, DecimalType right) {
        int scale = Math.max(left.scale(), right.scale());
        int digits = Math.max(left.precision() - left.scale(), right.precision() - right.scale());
        return digits + scale > DecimalType.MAX_PRECISION()
                ? Optional.empty()
                : Optional.of(DataTypes.createDecimalType(digits + scale, scale));
    }
}
