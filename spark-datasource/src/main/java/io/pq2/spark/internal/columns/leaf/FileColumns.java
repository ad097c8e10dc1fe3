package io.pq2.spark.internal.columns.leaf;

import io.pq2.spark.internal.vectors.ArrayColumnVector;
import io.pq2.spark.internal.vectors.BooleanColumnVector;
import io.pq2.spark.internal.vectors.BytesColumnVector;
import io.pq2.spark.internal.vectors.DoubleColumnVector;
import io.pq2.spark.internal.vectors.FileColumnVector;
import io.pq2.spark.internal.vectors.FloatColumnVector;
import io.pq2.spark.internal.vectors.IntColumnVector;
import io.pq2.spark.internal.vectors.LongColumnVector;
import io.pq2.spark.internal.vectors.MapColumnVector;
import io.pq2.spark.internal.vectors.NullColumnVector;
import io.pq2.spark.internal.vectors.StructColumnVector;
import io.pq2.spark.internal.vectors.WideDecimalColumnVector;
import io.pq2.spark.internal.versions.SparkVersion;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Chooses the column class of each Spark type. */
public final class FileColumns {

    private FileColumns() {}

    /** Returns the class of the columns of a type. */
    public static Class<? extends FileColumnVector> classOf(DataType type) {
        return create(type).getClass();
    }

    /**
     * Returns the class name that generated code may assume for a column of the scan. Variants, and nested columns with
     * an existence default, may use Spark's own columns.
     */
    public static String classNameOf(StructField column) {
        DataType type = column.dataType();
        boolean mayBeConstant =
                isNested(type) && column.getExistenceDefaultValue().isDefined();
        boolean mayBeAssembled = type instanceof VariantType || VariantMetadata.isVariantStruct(type);
        return (mayBeConstant || mayBeAssembled ? ColumnVector.class : classOf(type)).getName();
    }

    /** Returns the stored type of a type: the underlying type of a user-defined type, otherwise the type itself. */
    public static DataType stored(DataType type) {
        return type instanceof UserDefinedType<?> defined ? stored(defined.sqlType()) : type;
    }

    /**
     * Creates a column without slots. A nested column gets new child columns: the fields of a struct, the elements of
     * an array, the keys and values of a map, the value and metadata of a variant.
     */
    public static FileColumnVector create(DataType declared) {
        DataType type = stored(declared);
        if (isInts(type)) {
            return new IntColumnVector(type);
        }
        if (isLongs(type)) {
            return new LongColumnVector(type);
        }
        if (type instanceof DecimalType) {
            return new WideDecimalColumnVector(type);
        }
        if (isBytes(type)) {
            return new BytesColumnVector(type);
        }
        if (type instanceof BooleanType) {
            return new BooleanColumnVector(type);
        }
        if (type instanceof FloatType) {
            return new FloatColumnVector(type);
        }
        if (type instanceof DoubleType) {
            return new DoubleColumnVector(type);
        }
        if (type instanceof NullType) {
            return new NullColumnVector(type);
        }
        return createNested(type);
    }

    private static FileColumnVector createNested(DataType type) {
        if (type instanceof StructType struct) {
            StructField[] fields = struct.fields();
            FileColumnVector[] children = new FileColumnVector[fields.length];
            for (int i = 0; i < children.length; i++) {
                children[i] = create(fields[i].dataType());
            }
            return new StructColumnVector(type, children);
        }
        if (type instanceof VariantType) {
            FileColumnVector[] valueAndMetadata = {create(DataTypes.BinaryType), create(DataTypes.BinaryType)};
            return new StructColumnVector(type, valueAndMetadata);
        }
        if (type instanceof ArrayType array) {
            return new ArrayColumnVector(type, create(array.elementType()));
        }
        if (type instanceof MapType map) {
            return new MapColumnVector(type, create(map.keyType()), create(map.valueType()));
        }
        throw new IllegalArgumentException("columns of type " + type.catalogString() + " are not supported");
    }

    /** Whether a type is nested. */
    public static boolean isNested(DataType declared) {
        DataType type = stored(declared);
        return type instanceof StructType
                || type instanceof ArrayType
                || type instanceof MapType
                || type instanceof VariantType;
    }

    /** Whether values of a stored type are 32-bit integers or narrower ones. */
    public static boolean isInts(DataType type) {
        return type instanceof IntegerType
                || type instanceof DateType
                || type instanceof ShortType
                || type instanceof ByteType
                || type instanceof YearMonthIntervalType;
    }

    /** Whether values of a stored type are 64-bit integers. */
    public static boolean isLongs(DataType type) {
        return type instanceof LongType
                || type instanceof TimestampType
                || type instanceof TimestampNTZType
                || SparkVersion.SPARK.isTime(type)
                || type instanceof DayTimeIntervalType
                || type instanceof DecimalType decimal && decimal.precision() <= Decimal.MAX_LONG_DIGITS();
    }

    /** Whether values of a stored type are bytes. */
    static boolean isBytes(DataType type) {
        return type instanceof StringType || type instanceof BinaryType || SparkVersion.SPARK.isSpatial(type);
    }
}
