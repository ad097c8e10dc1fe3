package io.pq2.internal.inspect;

import io.pq2.internal.record.JavaValues;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
import io.pq2.schema.TimeUnit;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The types of Spark's DDL. */
public final class SparkTypeText {

    private static final int MAX_PRECISION = 38;
    private static final int UUID_BYTES = 16;
    private static final String INTERVAL = "STRUCT<months: INT, days: INT, millis: BIGINT>";

    private SparkTypeText() {}

    /** Returns the columns of rows, one per line. */
    public static String columns(Shape.Struct rows) {
        return rows.children().stream()
                .map(child -> name(child.name()) + " " + type(child))
                .collect(Collectors.joining(",\n", "", "\n"));
    }

    private static String type(Shape shape) {
        if (JavaValues.isVariant(shape)) {
            return "VARIANT";
        } else if (shape instanceof Shape.Struct struct) {
            return fields(struct.children());
        } else if (shape instanceof Shape.Array array) {
            return "ARRAY<" + type(array.element()) + ">";
        } else if (shape instanceof Shape.Map map) {
            String key = map.key() == null ? "VOID" : type(map.key());
            return "MAP<" + key + ", " + (map.value() == null ? "VOID" : type(map.value())) + ">";
        }
        PrimitiveField field = ((Shape.Leaf) shape).column().field();
        return leaf(field, field.logicalType());
    }

    private static String fields(List<Shape> fields) {
        return fields.stream()
                .map(field -> name(field.name()) + ": " + type(field))
                .collect(Collectors.joining(", ", "STRUCT<", ">"));
    }

    private static String name(String name) {
        boolean plain = !name.isEmpty()
                && name.chars().allMatch(c -> c == '_' || c < 128 && Character.isLetterOrDigit(c))
                && !Character.isDigit(name.charAt(0));
        return plain ? name : '`' + name.replace("`", "``") + '`';
    }

    private static String leaf(PrimitiveField field, @Nullable LogicalType logical) {
        if (logical instanceof LogicalType.UnknownType) {
            return "VOID";
        } else if (logical instanceof LogicalType.DecimalType decimal) {
            return decimal.precision() <= MAX_PRECISION
                    ? "DECIMAL(" + decimal.precision() + ", " + decimal.scale() + ")"
                    : "STRING";
        }
        return switch (field.physicalType()) {
            case BOOLEAN -> "BOOLEAN";
            case INT32 -> int32(logical);
            case INT64 -> int64(logical);
            case INT96 -> "TIMESTAMP";
            case FLOAT -> "FLOAT";
            case DOUBLE -> "DOUBLE";
            case BYTE_ARRAY -> JavaValues.isText(logical) ? "STRING" : spatial(logical);
            case FIXED_LEN_BYTE_ARRAY -> fixed(field, logical);
        };
    }

    private static String int32(@Nullable LogicalType logical) {
        if (logical instanceof LogicalType.DateType) {
            return "DATE";
        } else if (logical instanceof LogicalType.TimeType time) {
            return time(time.unit(), PhysicalType.INT32, "INT");
        } else if (logical instanceof LogicalType.IntType integer) {
            return switch (integer.bitWidth()) {
                case 8 -> integer.signed() ? "TINYINT" : "SMALLINT";
                case 16 -> integer.signed() ? "SMALLINT" : "INT";
                default -> integer.signed() ? "INT" : "BIGINT";
            };
        }
        return "INT";
    }

    private static String int64(@Nullable LogicalType logical) {
        if (logical instanceof LogicalType.TimestampType timestamp) {
            return timestamp.utc() ? "TIMESTAMP" : "TIMESTAMP_NTZ";
        } else if (logical instanceof LogicalType.TimeType time) {
            return time(time.unit(), PhysicalType.INT64, "BIGINT");
        }
        return logical instanceof LogicalType.IntType integer && !integer.signed() ? "DECIMAL(20, 0)" : "BIGINT";
    }

    private static String time(TimeUnit unit, PhysicalType physical, String other) {
        boolean fits = physical == (unit == TimeUnit.MILLIS ? PhysicalType.INT32 : PhysicalType.INT64);
        return fits ? (unit == TimeUnit.MILLIS ? "TIME(3)" : "TIME(6)") : other;
    }

    private static String spatial(@Nullable LogicalType logical) {
        if (logical instanceof LogicalType.GeometryType geometry) {
            return geometry.crs() == null ? "GEOMETRY(4326)" : "BINARY";
        }
        return logical instanceof LogicalType.GeographyType geography && geography.crs() == null
                ? "GEOGRAPHY(4326)"
                : "BINARY";
    }

    private static String fixed(PrimitiveField field, @Nullable LogicalType logical) {
        if (logical instanceof LogicalType.UuidType && field.typeLength() == UUID_BYTES) {
            return "STRING";
        } else if (logical instanceof LogicalType.Float16Type) {
            return "FLOAT";
        }
        return logical instanceof LogicalType.IntervalType ? INTERVAL : "BINARY";
    }
}
