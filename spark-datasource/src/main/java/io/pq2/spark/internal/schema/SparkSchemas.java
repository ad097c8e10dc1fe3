package io.pq2.spark.internal.schema;

import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.GeographyType;
import org.apache.spark.sql.types.GeometryType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;

/** Spark's schemas and Parquet's, each as the other, by the rules of Spark's built-in Parquet source. */
public final class SparkSchemas {

    /** The name of the root of each schema that Spark writes. */
    public static final String ROOT_NAME = "spark_schema";

    private SparkSchemas() {}

    /**
     * The Spark schema of a file: a field is nullable if it is optional, a repeated field without LIST around it is an array
     * that is never null and has no nulls.
     *
     * @throws org.apache.spark.sql.AnalysisException (not declared) if Spark has no type for a field
     */
    public static StructType toSpark(Schema schema, SparkSchemaOptions options) {
        return new ParquetToSparkTypes(options).struct(schema.shape());
    }

    /**
     * The Spark type of the values of one shape.
     *
     * @throws org.apache.spark.sql.AnalysisException (not declared) if Spark has no type for it
     */
    public static DataType toSpark(Shape shape, SparkSchemaOptions options) {
        return new ParquetToSparkTypes(options).type(shape);
    }

    /**
     * The Parquet schema that a Spark schema is written as, with the root's name {@value #ROOT_NAME}.
     *
     * @throws org.apache.spark.sql.AnalysisException (not declared) if Parquet has no type for a field
     * @throws io.pq2.exception.InvalidDataException for a struct without fields
     */
    public static Schema toParquet(StructType schema, ParquetSchemaOptions options) {
        return new Schema(ROOT_NAME, new SparkToParquetTypes(options).fields(schema));
    }

    /**
     * Whether a type can be read and written: all but calendar intervals, and of the geospatial types those in a coordinate
     * reference system that Spark knows.
     */
    public static boolean supports(DataType type) {
        if (type instanceof GeometryType geometry) {
            return GeometryType.isSridSupported(geometry.srid());
        }
        if (type instanceof GeographyType geography) {
            return GeographyType.isSridSupported(geography.srid());
        }
        if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                if (!supports(field.dataType())) {
                    return false;
                }
            }
            return true;
        }
        if (type instanceof ArrayType array) {
            return supports(array.elementType());
        }
        if (type instanceof MapType map) {
            return supports(map.keyType()) && supports(map.valueType());
        }
        if (type instanceof UserDefinedType<?> userDefined) {
            return supports(userDefined.sqlType());
        }
        return type instanceof AtomicType || type instanceof NullType;
    }
}
