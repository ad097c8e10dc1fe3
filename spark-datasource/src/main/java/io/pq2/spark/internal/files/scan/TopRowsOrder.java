package io.pq2.spark.internal.files.scan;

import io.pq2.spark.internal.kernel.groups.SparkMinMax;
import java.io.Serializable;
import java.util.Comparator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Spark's order of the values of a column: NaN is greater than all numbers, zeros are equal, and strings compare by
 * their bytes.
 *
 * @param type the type of the values, which {@link #supports}
 */
record TopRowsOrder(DataType type, boolean descending, boolean nullsFirst) implements Comparator<Object>, Serializable {

    /** The value of rows in which the column is null. */
    static final Object NULL = "null";

    /** Whether values of a type can be compared. */
    static boolean supports(DataType type) {
        return SparkMinMax.supports(type) && !(type instanceof BinaryType);
    }

    /** Returns the value of a row, which may be valid only as long as the row. */
    Object value(InternalRow row, int ordinal) {
        if (row.isNullAt(ordinal)) {
            return NULL;
        }
        Object value = row.get(ordinal, type);
        if (value instanceof Double number && number == 0) {
            return 0.0;
        }
        return value instanceof Float number && number == 0 ? 0.0F : value;
    }

    /** Returns a value that stays valid. */
    static Object kept(Object value) {
        return value instanceof UTF8String text ? text.copy() : value;
    }

    @Override
    public int compare(Object left, Object right) {
        if (left == NULL || right == NULL) {
            return left == right ? 0 : (left == NULL) == nullsFirst ? -1 : 1;
        }
        int order =
                left instanceof UTF8String text ? text.binaryCompare((UTF8String) right) : compareValues(left, right);
        return descending ? -Integer.signum(order) : order;
    }

    @SuppressWarnings("unchecked") // values of one type have one class
    private static int compareValues(Object left, Object right) {
        return ((Comparable<Object>) left).compareTo(right);
    }
}
