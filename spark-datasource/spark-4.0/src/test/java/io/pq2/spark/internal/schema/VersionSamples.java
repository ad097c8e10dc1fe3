package io.pq2.spark.internal.schema;

import io.pq2.schema.LogicalType;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.spark.sql.types.DataType;

/** The types that only some versions of Spark, or of the parquet-java that they bring, have. */
public final class VersionSamples {

    /** Whether Spark annotates variants. */
    static final boolean ANNOTATED_VARIANTS = false;

    private VersionSamples() {}

    /** Whether parquet-java can parse the annotation of a field. */
    static boolean hasAnnotation(String field) {
        return !field.contains("(UNKNOWN)");
    }

    /** Returns types of this version. */
    static List<DataType> types() {
        return List.of();
    }

    /** Returns the logical type of an annotation that not all versions have; absent for other annotations. */
    static LogicalType logicalType(LogicalTypeAnnotation annotation) {
        return null;
    }
}
