package io.pq2.spark.internal.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Sample schemas of Spark for tests. */
public final class SparkTypeSamples {

    private SparkTypeSamples() {}

    /** Returns each type without nested types that Parquet supports. */
    public static List<DataType> leaves() {
        List<DataType> types = new ArrayList<>(List.of(
                DataTypes.BooleanType,
                DataTypes.ByteType,
                DataTypes.ShortType,
                DataTypes.IntegerType,
                DataTypes.LongType,
                DataTypes.FloatType,
                DataTypes.DoubleType,
                DataTypes.StringType,
                DataTypes.BinaryType,
                DataTypes.DateType,
                DataTypes.TimestampType,
                DataTypes.TimestampNTZType,
                DataTypes.VariantType,
                DataTypes.createCharType(5),
                DataTypes.createVarcharType(7),
                DataTypes.createYearMonthIntervalType(),
                DataTypes.createDayTimeIntervalType()));
        types.addAll(VersionSamples.types());
        for (int precision = 1; precision <= 38; precision++) {
            types.add(new DecimalType(precision, precision / 3));
        }
        return types;
    }

    /** Returns a random schema, nested up to {@code depth} levels. Some fields have field ids. */
    public static StructType schema(Random random, int depth) {
        StructField[] fields = new StructField[1 + random.nextInt(4)];
        for (int i = 0; i < fields.length; i++) {
            Metadata metadata = random.nextInt(3) > 0
                    ? Metadata.empty()
                    : new MetadataBuilder()
                            .putLong("parquet.field.id", random.nextInt())
                            .build();
            String name = List.of("a", "array", "key", "with space", "x.y", "ü").get(random.nextInt(6)) + i;
            fields[i] = new StructField(name, type(random, depth), random.nextBoolean(), metadata);
        }
        return new StructType(fields);
    }

    private static DataType type(Random random, int depth) {
        int kind = depth == 0 ? 3 : random.nextInt(6);
        return switch (kind) {
            case 0 -> new ArrayType(type(random, depth - 1), random.nextBoolean());
            case 1 -> new MapType(type(random, depth - 1), type(random, depth - 1), random.nextBoolean());
            case 2 -> schema(random, depth - 1);
            default -> leaves().get(random.nextInt(leaves().size()));
        };
    }
}
