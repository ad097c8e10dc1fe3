package io.pq2.spark.internal.expressions;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.TimeUnit;
import io.pq2.spark.internal.versions.SparkVersion;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * A column or group of a file that a filter names.
 *
 * @param path the names in the file from the top-level field to this field
 * @param leaf the field if it is a leaf of the file; absent if it is a group
 * @param type the Spark type that the field is read as
 * @param others the rows whose values are not in the leaf, if it is a leaf of a shredded variant; otherwise absent
 * @param repeated whether the leaf is below a list or map, so that a filter is on any of its values in a row
 */
record FilterColumn(
        List<String> path,
        @Nullable PrimitiveField leaf,
        DataType type,
        @Nullable OtherValues others,
        boolean repeated) {

    FilterColumn {
        path = List.copyOf(path);
    }

    /** Whether this is an INT96 leaf. No literal corresponds to its values. */
    boolean isInt96() {
        return leaf != null && leaf.physicalType() == PhysicalType.INT96;
    }

    /**
     * Whether this is a leaf of timestamps or times in nanoseconds that Spark reads rounded down to microseconds. A
     * microsecond then corresponds to 1,000 stored values.
     */
    boolean isRoundedNanos() {
        if (leaf == null) {
            return false;
        }
        LogicalType logicalType = leaf.logicalType();
        boolean isTimestamp = type instanceof TimestampType || type instanceof TimestampNTZType;
        return isTimestamp
                        && logicalType instanceof LogicalType.TimestampType timestamp
                        && timestamp.unit() == TimeUnit.NANOS
                || SparkVersion.SPARK.isTime(type)
                        && logicalType instanceof LogicalType.TimeType time
                        && time.unit() == TimeUnit.NANOS;
    }
}
