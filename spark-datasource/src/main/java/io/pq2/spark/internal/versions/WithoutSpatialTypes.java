package io.pq2.spark.internal.versions;

import io.pq2.schema.LogicalType;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/** A version of Spark that does not store geospatial types in Parquet files. Such columns are well-known binary. */
interface WithoutSpatialTypes extends SparkVersion {

    @Override
    default boolean isSpatial(DataType type) {
        return false;
    }

    @Override
    default @Nullable DataType spatialType(LogicalType annotation) {
        return null;
    }

    @Override
    default LogicalType annotation(DataType spatial) {
        throw new UnsupportedOperationException(spatial.sql());
    }

    @Override
    default UnaryOperator<byte[]> fromWellKnownBinary(DataType spatial) {
        throw new UnsupportedOperationException(spatial.sql());
    }

    @Override
    default byte[] toWellKnownBinary(DataType spatial, SpecializedGetters row, int ordinal) {
        throw new UnsupportedOperationException(spatial.sql());
    }
}
