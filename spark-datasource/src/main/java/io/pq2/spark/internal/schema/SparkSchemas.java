package io.pq2.spark.internal.schema;

import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.spark.internal.versions.SparkVersion;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;

/** Converts schemas between Spark and Parquet by the rules of Spark's built-in Parquet source. */
public final class SparkSchemas {

    /** The root name of every schema that Spark writes. */
    public static final String ROOT_NAME = "spark_schema";

    private SparkSchemas() {}

    /**
     * Returns the Spark schema of a file. A field is nullable if it is optional. A repeated field outside of a LIST
     * becomes an array that is neither null nor contains nulls.
     *
     * @throws org.apache.spark.sql.AnalysisException (not declared) if Spark has no type for a field
     */
    public static StructType toSpark(Schema schema, SparkSchemaOptions options) {
        return new ParquetToSparkTypes(options).struct(schema.shape());
    }

    /**
     * Returns the Spark type of a shape.
     *
     * @throws org.apache.spark.sql.AnalysisException (not declared) if Spark has no type for it
     */
    public static DataType toSpark(Shape shape, SparkSchemaOptions options) {
        return new ParquetToSparkTypes(options).type(shape);
    }

    /**
     * Returns the Parquet schema for a Spark schema. Its root is named {@value #ROOT_NAME}.
     *
     * @throws org.apache.spark.sql.AnalysisException (not declared) if Parquet has no type for a field
     * @throws io.pq2.exception.InvalidDataException if a struct has no fields
     */
    public static Schema toParquet(StructType schema, ParquetSchemaOptions options) {
        return toParquet(schema, options, ColumnTypes.NONE);
    }

    /**
     * Returns the Parquet schema for a Spark schema. Its root is named {@value #ROOT_NAME}.
     *
     * @param types the types that columns get in place of the usual ones
     * @throws org.apache.spark.sql.AnalysisException (not declared) if Parquet has no type for a field
     * @throws io.pq2.exception.InvalidDataException if a struct has no fields
     */
    public static Schema toParquet(StructType schema, ParquetSchemaOptions options, ColumnTypes types) {
        return new Schema(ROOT_NAME, new SparkToParquetTypes(options).fields(schema, types));
    }

    /** Returns the columns of a table except some, for example those of its files without the partition columns. */
    public static StructType withoutColumns(StructType columns, List<String> names, boolean caseSensitive) {
        StructField[] kept = Arrays.stream(columns.fields())
                .filter(column -> names.stream()
                        .noneMatch(name ->
                                caseSensitive ? name.equals(column.name()) : name.equalsIgnoreCase(column.name())))
                .toArray(StructField[]::new);
        return new StructType(kept);
    }

    /**
     * Whether a type can be read and written. All types can, except calendar intervals, and geospatial types with a
     * coordinate reference system that Spark does not know.
     */
    public static boolean supports(DataType type) {
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
        return (type instanceof AtomicType || type instanceof NullType) && SparkVersion.SPARK.supports(type);
    }
}
