package io.pq2.spark.internal.columns.leaf;

import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import java.util.Objects;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Determines whether values keep their order when they are converted from the file to Spark. If they do, the min and
 * max of the file become the min and max in Spark.
 */
public final class OrderPreservation {

    private OrderPreservation() {}

    /**
     * Whether converting values of a leaf to a Spark type preserves their order. False if that is not certain.
     *
     * @param type a type that Spark can read the leaf as
     * @param rules the date and time rules of the file
     */
    public static boolean holds(PrimitiveField field, DataType type, DateTimeRules rules) {
        if (field.logicalType() instanceof LogicalType.UnknownType) {
            return false;
        }
        return switch (MinMaxOrder.of(field)) {
            case BOOLEAN -> type instanceof BooleanType;
            case INT32 -> ofInts(field.logicalType(), type, rules);
            case UINT32 -> ofUnsignedInts(field.logicalType(), type);
            case INT64 -> ofLongs(field.logicalType(), type, rules);
            case UINT64 -> type instanceof DecimalType;
            case FLOAT -> type instanceof FloatType || type instanceof DoubleType;
            case DOUBLE -> type instanceof DoubleType;
            case FLOAT16 -> type instanceof FloatType;
            case BYTES, TEXT -> type instanceof StringType || type instanceof BinaryType;
            case DECIMAL_BYTES -> type instanceof DecimalType;
            case FLOAT_TOTAL, DOUBLE_TOTAL, FLOAT16_TOTAL, UNDEFINED -> false;
        };
    }

    private static boolean ofInts(@Nullable LogicalType logicalType, DataType type, DateTimeRules rules) {
        if (type instanceof DateType) {
            return logicalType instanceof LogicalType.DateType && rules.dates().isGregorian();
        }
        int bits = logicalType instanceof LogicalType.IntType integer ? integer.bitWidth() : Integer.SIZE;
        return type instanceof IntegerType
                || type instanceof LongType
                || type instanceof DoubleType
                || type instanceof DecimalType
                || (type instanceof ShortType && bits <= Short.SIZE)
                || (type instanceof ByteType && bits <= Byte.SIZE);
    }

    private static boolean ofUnsignedInts(@Nullable LogicalType logicalType, DataType type) {
        int bits = ((LogicalType.IntType) Objects.requireNonNull(logicalType)).bitWidth();
        return type instanceof LongType || (type instanceof IntegerType && bits < Integer.SIZE);
    }

    private static boolean ofLongs(@Nullable LogicalType logicalType, DataType type, DateTimeRules rules) {
        if (type instanceof TimestampType || type instanceof TimestampNTZType) {
            // Rounding nanoseconds down to microseconds preserves the order, too.
            return logicalType instanceof LogicalType.TimestampType
                    && (type instanceof TimestampNTZType || rules.dates().isGregorian());
        }
        return type instanceof LongType || type instanceof DecimalType;
    }
}
