package io.pq2.spark.internal.schema;

import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats fields for messages, in the words of Spark's built-in source. */
public final class BuiltInSchemaText {

    private BuiltInSchemaText() {}

    /** Returns the name of a physical type. */
    public static String of(PhysicalType type) {
        return type == PhysicalType.BYTE_ARRAY ? "BINARY" : type.name();
    }

    /** Formats a physical and a logical type, for example {@code INT64 (TIMESTAMP(NANOS,true))}. */
    public static String of(PhysicalType type, @Nullable LogicalType logical) {
        return logical == null ? of(type) : of(type) + " (" + of(logical) + ")";
    }

    /** Formats a field, for example {@code optional group a (LIST) { required int32 b }}. */
    static String of(Field field) {
        String start = field.repetition().name().toLowerCase(Locale.ROOT) + " ";
        String annotation = field.logicalType() == null ? "" : " (" + of(field.logicalType()) + ")";
        if (field instanceof PrimitiveField leaf) {
            String type = of(leaf.physicalType()).toLowerCase(Locale.ROOT);
            String length = leaf.typeLength() == 0 ? "" : "(" + leaf.typeLength() + ")";
            return start + type + length + " " + field.name() + annotation;
        }
        return start + "group " + field.name() + annotation
                + ((GroupField) field)
                        .fields().stream().map(BuiltInSchemaText::of).collect(Collectors.joining("; ", " { ", " }"));
    }

    private static String of(LogicalType logical) {
        if (logical instanceof LogicalType.IntType integer) {
            return "INTEGER(" + integer.bitWidth() + "," + integer.signed() + ")";
        }
        if (logical instanceof LogicalType.DecimalType decimal) {
            return "DECIMAL(" + decimal.precision() + "," + decimal.scale() + ")";
        }
        if (logical instanceof LogicalType.TimeType time) {
            return "TIME(" + time.unit() + "," + time.utc() + ")";
        }
        if (logical instanceof LogicalType.TimestampType timestamp) {
            return "TIMESTAMP(" + timestamp.unit() + "," + timestamp.utc() + ")";
        }
        if (logical instanceof LogicalType.VariantType variant) {
            Integer version = variant.specificationVersion();
            return version == null ? "VARIANT" : "VARIANT(" + version + ")";
        }
        if (logical instanceof LogicalType.MapKeyValueType) {
            return "MAP_KEY_VALUE";
        }
        if (logical instanceof LogicalType.UnrecognizedType unrecognized) {
            return unrecognized.description();
        }
        String name = logical.getClass().getSimpleName();
        return name.substring(0, name.length() - "Type".length()).toUpperCase(Locale.ROOT);
    }
}
