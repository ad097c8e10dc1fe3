package io.pq2.internal.variant.shred;

import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.TimeUnit;
import io.pq2.variant.ShreddedType;
import io.pq2.variant.VariantType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of shredded variants (VariantShredding.md, "Shredded Value Types"). */
public final class ShreddedFields {

    static final String METADATA = "metadata";
    static final String VALUE = "value";
    static final String TYPED_VALUE = "typed_value";

    private static final int INT32_DIGITS = 9;
    private static final int INT64_DIGITS = 18;
    private static final int UUID_BYTES = 16;

    private ShreddedFields() {}

    /** Whether a field can be a variant that is not shredded: a group of the binaries metadata and value. */
    public static boolean isUnshredded(Field field) {
        return field instanceof GroupField group
                && group.repetition() != Repetition.REPEATED
                && group.fields().size() == 2
                && hasBinary(group, METADATA)
                && hasBinary(group, VALUE);
    }

    private static boolean hasBinary(GroupField group, String name) {
        return group.fields().stream()
                .anyMatch(field -> field.name().equals(name)
                        && field.repetition() != Repetition.REPEATED
                        && field instanceof PrimitiveField leaf
                        && leaf.physicalType() == PhysicalType.BYTE_ARRAY);
    }

    /** Returns the field of a shredded variant: metadata, value, which becomes optional, and typed_value. */
    public static GroupField shredded(GroupField variant, ShreddedType type) {
        if (type instanceof ShreddedType.Untyped) {
            return variant;
        }
        List<Field> fields = new ArrayList<>();
        for (Field field : variant.fields()) {
            if (field.name().equals(VALUE)) {
                fields.add(optional((PrimitiveField) field));
            } else {
                fields.add(0, field);
            }
        }
        fields.add(typedValue(type));
        return new GroupField(variant.name(), variant.repetition(), fields, variant.logicalType(), variant.fieldId());
    }

    private static PrimitiveField optional(PrimitiveField value) {
        return new PrimitiveField(
                VALUE, Repetition.OPTIONAL, value.physicalType(), 0, value.logicalType(), value.fieldId());
    }

    /** Returns the group of an object field or array element. */
    private static GroupField pair(String name, ShreddedType type, boolean mayBeMissing) {
        boolean untyped = type instanceof ShreddedType.Untyped;
        Repetition repetition = untyped && !mayBeMissing ? Repetition.REQUIRED : Repetition.OPTIONAL;
        PrimitiveField value = new PrimitiveField(VALUE, repetition, PhysicalType.BYTE_ARRAY);
        return new GroupField(name, Repetition.REQUIRED, untyped ? List.of(value) : List.of(value, typedValue(type)));
    }

    private static Field typedValue(ShreddedType type) {
        if (type instanceof ShreddedType.ObjectType object) {
            List<Field> fields = new ArrayList<>();
            object.fields().forEach((name, field) -> fields.add(pair(name, field, true)));
            return new GroupField(TYPED_VALUE, Repetition.OPTIONAL, fields);
        } else if (type instanceof ShreddedType.ArrayType array) {
            return GroupField.list(TYPED_VALUE, Repetition.OPTIONAL, pair("element", array.element(), false));
        } else if (type instanceof ShreddedType.DecimalType decimal) {
            return decimal(decimal);
        }
        return primitive(((ShreddedType.PrimitiveType) type).type());
    }

    private static PrimitiveField decimal(ShreddedType.DecimalType type) {
        LogicalType logical = new LogicalType.DecimalType(type.precision(), type.scale());
        if (type.precision() <= INT64_DIGITS) {
            return leaf(type.precision() <= INT32_DIGITS ? PhysicalType.INT32 : PhysicalType.INT64, logical);
        }
        return fixed(bytes(type.precision()), logical);
    }

    /** Returns the number of bytes that hold all numbers of so many digits in two's complement. */
    private static int bytes(int precision) {
        return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / Byte.SIZE + 1;
    }

    private static PrimitiveField primitive(VariantType type) {
        return switch (type) {
            case BOOLEAN -> leaf(PhysicalType.BOOLEAN, null);
            case INT8 -> leaf(PhysicalType.INT32, new LogicalType.IntType(8, true));
            case INT16 -> leaf(PhysicalType.INT32, new LogicalType.IntType(16, true));
            case INT32 -> leaf(PhysicalType.INT32, null);
            case INT64 -> leaf(PhysicalType.INT64, null);
            case FLOAT -> leaf(PhysicalType.FLOAT, null);
            case DOUBLE -> leaf(PhysicalType.DOUBLE, null);
            case DATE -> leaf(PhysicalType.INT32, new LogicalType.DateType());
            case TIME -> leaf(PhysicalType.INT64, new LogicalType.TimeType(TimeUnit.MICROS, false));
            case TIMESTAMP -> timestamp(TimeUnit.MICROS, true);
            case TIMESTAMP_NTZ -> timestamp(TimeUnit.MICROS, false);
            case TIMESTAMP_NANOS -> timestamp(TimeUnit.NANOS, true);
            case TIMESTAMP_NTZ_NANOS -> timestamp(TimeUnit.NANOS, false);
            case BINARY -> leaf(PhysicalType.BYTE_ARRAY, null);
            case STRING -> leaf(PhysicalType.BYTE_ARRAY, new LogicalType.StringType());
            case UUID -> fixed(UUID_BYTES, new LogicalType.UuidType());
            case NULL, DECIMAL4, DECIMAL8, DECIMAL16, OBJECT, ARRAY ->
                throw new IllegalArgumentException("not a primitive of its own: " + type);
        };
    }

    private static PrimitiveField timestamp(TimeUnit unit, boolean utc) {
        return leaf(PhysicalType.INT64, new LogicalType.TimestampType(unit, utc));
    }

    private static PrimitiveField leaf(PhysicalType type, @Nullable LogicalType logical) {
        return new PrimitiveField(TYPED_VALUE, Repetition.OPTIONAL, type, logical);
    }

    private static PrimitiveField fixed(int length, LogicalType logical) {
        return new PrimitiveField(
                TYPED_VALUE, Repetition.OPTIONAL, PhysicalType.FIXED_LEN_BYTE_ARRAY, length, logical, null);
    }
}
