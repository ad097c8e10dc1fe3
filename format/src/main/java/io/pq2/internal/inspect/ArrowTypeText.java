package io.pq2.internal.inspect;

import io.pq2.internal.record.JavaValues;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
import io.pq2.schema.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The types of Arrow in the notation of pyarrow. */
public final class ArrowTypeText {

    private static final int MAX_PRECISION_128 = 38;

    private ArrowTypeText() {}

    /** Returns the fields of rows, one per line. */
    public static String fields(Shape.Struct rows) {
        return rows.children().stream().map(ArrowTypeText::field).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String field(Shape shape) {
        return shape.name() + ": " + type(shape) + (shape.nullable() ? "" : " not null");
    }

    private static String type(Shape shape) {
        if (shape instanceof Shape.Struct struct) {
            return struct.children().stream()
                    .map(ArrowTypeText::field)
                    .collect(Collectors.joining(", ", "struct<", ">"));
        } else if (shape instanceof Shape.Array array) {
            return "list<" + element(array.element()) + ">";
        } else if (shape instanceof Shape.Map map) {
            String key = map.key() == null ? "null" : type(map.key());
            return "map<" + key + ", " + (map.value() == null ? "null" : element(map.value())) + ">";
        }
        PrimitiveField field = ((Shape.Leaf) shape).column().field();
        return leaf(field, field.logicalType());
    }

    private static String element(Shape shape) {
        return type(shape) + (shape.nullable() ? "" : " not null");
    }

    private static String leaf(PrimitiveField field, @Nullable LogicalType logical) {
        if (logical instanceof LogicalType.UnknownType) {
            return "null";
        } else if (logical instanceof LogicalType.DecimalType decimal) {
            return (decimal.precision() <= MAX_PRECISION_128 ? "decimal128(" : "decimal256(") + decimal.precision()
                    + ", " + decimal.scale() + ")";
        }
        return switch (field.physicalType()) {
            case BOOLEAN -> "bool";
            case INT32 -> integer(logical, 32);
            case INT64 -> integer(logical, 64);
            case INT96 -> "timestamp[ns]";
            case FLOAT -> "float";
            case DOUBLE -> "double";
            case BYTE_ARRAY -> JavaValues.isText(logical) ? "string" : "binary";
            case FIXED_LEN_BYTE_ARRAY ->
                logical instanceof LogicalType.Float16Type
                        ? "halffloat"
                        : "fixed_size_binary[" + field.typeLength() + "]";
        };
    }

    private static String integer(@Nullable LogicalType logical, int bits) {
        if (logical instanceof LogicalType.IntType integer) {
            return (integer.signed() ? "int" : "uint") + integer.bitWidth();
        } else if (logical instanceof LogicalType.DateType) {
            return "date32[day]";
        } else if (logical instanceof LogicalType.TimeType time) {
            return "time" + bits + "[" + unit(time.unit()) + "]";
        } else if (logical instanceof LogicalType.TimestampType timestamp) {
            return "timestamp[" + unit(timestamp.unit()) + (timestamp.utc() ? ", tz=UTC]" : "]");
        }
        return "int" + bits;
    }

    private static String unit(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> "ms";
            case MICROS -> "us";
            case NANOS -> "ns";
        };
    }
}
