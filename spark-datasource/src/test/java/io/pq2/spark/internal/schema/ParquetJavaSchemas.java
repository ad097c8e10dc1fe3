package io.pq2.spark.internal.schema;

import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.schema.TimeUnit;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** Converts schemas of parquet-java to pq2's, to compare Spark's conversion with pq2's. */
final class ParquetJavaSchemas {

    private ParquetJavaSchemas() {}

    static Schema toPq2(MessageType type) {
        return new Schema(type.getName(), fields(type));
    }

    private static List<Field> fields(GroupType group) {
        return group.getFields().stream().map(ParquetJavaSchemas::field).toList();
    }

    private static Field field(Type type) {
        Repetition repetition = Repetition.valueOf(type.getRepetition().name());
        LogicalType logical = logicalType(type.getLogicalTypeAnnotation());
        Integer id = type.getId() == null ? null : type.getId().intValue();
        if (type instanceof PrimitiveType leaf) {
            PhysicalType physical = physicalType(leaf.getPrimitiveTypeName());
            int length = physical == PhysicalType.FIXED_LEN_BYTE_ARRAY ? leaf.getTypeLength() : 0;
            return new PrimitiveField(type.getName(), repetition, physical, length, logical, id);
        }
        return new GroupField(type.getName(), repetition, fields(type.asGroupType()), logical, id);
    }

    private static PhysicalType physicalType(PrimitiveType.PrimitiveTypeName name) {
        return name == PrimitiveType.PrimitiveTypeName.BINARY
                ? PhysicalType.BYTE_ARRAY
                : PhysicalType.valueOf(name.name());
    }

    private static LogicalType logicalType(LogicalTypeAnnotation annotation) {
        if (annotation == null) {
            return null;
        }
        if (annotation instanceof LogicalTypeAnnotation.IntLogicalTypeAnnotation integer) {
            return new LogicalType.IntType(integer.getBitWidth(), integer.isSigned());
        }
        if (annotation instanceof LogicalTypeAnnotation.DecimalLogicalTypeAnnotation decimal) {
            return new LogicalType.DecimalType(decimal.getPrecision(), decimal.getScale());
        }
        if (annotation instanceof LogicalTypeAnnotation.TimeLogicalTypeAnnotation time) {
            return new LogicalType.TimeType(TimeUnit.valueOf(time.getUnit().name()), time.isAdjustedToUTC());
        }
        if (annotation instanceof LogicalTypeAnnotation.TimestampLogicalTypeAnnotation timestamp) {
            return new LogicalType.TimestampType(
                    TimeUnit.valueOf(timestamp.getUnit().name()), timestamp.isAdjustedToUTC());
        }
        LogicalType added = VersionSamples.logicalType(annotation);
        return added == null ? plain(annotation) : added;
    }

    private static LogicalType plain(LogicalTypeAnnotation annotation) {
        return switch (annotation.toString().replaceAll("\\(.*", "")) {
            case "STRING" -> new LogicalType.StringType();
            case "ENUM" -> new LogicalType.EnumType();
            case "JSON" -> new LogicalType.JsonType();
            case "BSON" -> new LogicalType.BsonType();
            case "UUID" -> new LogicalType.UuidType();
            case "DATE" -> new LogicalType.DateType();
            case "FLOAT16" -> new LogicalType.Float16Type();
            case "INTERVAL" -> new LogicalType.IntervalType();
            case "LIST" -> new LogicalType.ListType();
            case "MAP" -> new LogicalType.MapType();
            case "MAP_KEY_VALUE" -> new LogicalType.MapKeyValueType();
            case "UNKNOWN" -> new LogicalType.UnknownType();
            default -> throw new IllegalArgumentException(annotation.toString());
        };
    }
}
