package io.pq2.spark.internal.schema;

import io.pq2.schema.EdgeInterpolation;
import io.pq2.schema.LogicalType;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.GeographyType;
import org.apache.spark.sql.types.GeometryType;
import org.apache.spark.sql.types.TimeType;

/** The types that only some versions of Spark, or of the parquet-java that they bring, have. */
public final class VersionSamples {

    /** Whether Spark annotates variants. */
    static final boolean ANNOTATED_VARIANTS = true;

    private VersionSamples() {}

    /** Whether parquet-java can parse the annotation of a field. */
    static boolean hasAnnotation(String field) {
        return true;
    }

    /** Returns types of this version. */
    static List<DataType> types() {
        return List.of(
                DataTypes.NullType,
                new TimeType(6),
                new TimeType(3),
                GeometryType.apply(4326),
                GeometryType.apply(0),
                GeographyType.apply(4326));
    }

    /** Returns the logical type of an annotation that not all versions have; absent for other annotations. */
    static LogicalType logicalType(LogicalTypeAnnotation annotation) {
        if (annotation instanceof LogicalTypeAnnotation.VariantLogicalTypeAnnotation variant) {
            return new LogicalType.VariantType((int) variant.getSpecVersion());
        }
        if (annotation instanceof LogicalTypeAnnotation.GeometryLogicalTypeAnnotation geometry) {
            return new LogicalType.GeometryType(geometry.getCrs());
        }
        if (annotation instanceof LogicalTypeAnnotation.GeographyLogicalTypeAnnotation geography) {
            return new LogicalType.GeographyType(
                    geography.getCrs(),
                    geography.getAlgorithm() == null
                            ? null
                            : EdgeInterpolation.valueOf(geography.getAlgorithm().name()));
        }
        return null;
    }
}
