package io.pq2.spark.internal.filter;

import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.util.List;
import org.apache.spark.sql.types.DataType;

/**
 * What a filter speaks of.
 *
 * @param path the names, in the file, from the top-level field to the field
 * @param leaf the field if it is a leaf of the file, null if it is a group
 * @param type what Spark reads it as
 */
record FilterColumn(List<String> path, PrimitiveField leaf, DataType type) {

    FilterColumn {
        path = List.copyOf(path);
    }

    /** Whether it is a leaf of INT96 timestamps, whose values no literal stands for. */
    boolean isInt96() {
        return leaf != null && leaf.physicalType() == PhysicalType.INT96;
    }
}
