package io.pq2.spark.internal.filter;

import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * A column or group of a file that a filter names.
 *
 * @param path the names in the file from the top-level field to this field
 * @param leaf the field if it is a leaf of the file; absent if it is a group
 * @param type the Spark type that the field is read as
 */
record FilterColumn(List<String> path, @Nullable PrimitiveField leaf, DataType type) {

    FilterColumn {
        path = List.copyOf(path);
    }

    /** Whether this is an INT96 leaf. No literal corresponds to its values. */
    boolean isInt96() {
        return leaf != null && leaf.physicalType() == PhysicalType.INT96;
    }
}
