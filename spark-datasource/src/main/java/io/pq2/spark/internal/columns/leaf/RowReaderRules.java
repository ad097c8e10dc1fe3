package io.pq2.spark.internal.columns.leaf;

import io.pq2.schema.PrimitiveField;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.LongType;

/**
 * The conversions that Spark's row reader has and its vectorized reader lacks ({@code ParquetRowConverter}).
 */
public final class RowReaderRules {

    private RowReaderRules() {}

    /**
     * Whether a value that is present in the file may become null in Spark. Statistics and filters on the file then do
     * not apply to Spark's values.
     */
    public static boolean mayLoseValues(PrimitiveField field, DataType type) {
        return FileColumns.stored(type) instanceof DecimalType decimal && !DecimalSources.isExact(field, decimal);
    }

    /** Whether the row reader finds out at the first value, rather than by the type, that it cannot read a leaf. */
    static boolean checksValues(DataType type) {
        return type instanceof BooleanType
                || FileColumns.isInts(type)
                || type instanceof LongType
                || type instanceof FloatType
                || type instanceof DoubleType
                || FileColumns.isBytes(type)
                || type instanceof DayTimeIntervalType;
    }
}
