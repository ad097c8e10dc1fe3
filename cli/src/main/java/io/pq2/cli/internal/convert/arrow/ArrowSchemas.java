package io.pq2.cli.internal.convert.arrow;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The Parquet schema of Arrow columns. */
final class ArrowSchemas {

    private static final int MAX_INT_DIGITS = 9;
    private static final int MAX_LONG_DIGITS = 18;
    private static final int INTERVAL_BYTES = 12;
    private static final int UUID_BYTES = 16;

    private ArrowSchemas() {}

    /** Returns the schema. */
    static Schema of(List<ArrowField> columns) {
        return new Schema("schema", columns.stream().map(ArrowSchemas::field).toList());
    }

    private static Field field(ArrowField field) {
        return field(field, field.name(), repetition(field));
    }

    private static Repetition repetition(ArrowField field) {
        return field.nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
    }

    private static Field field(ArrowField field, String name, Repetition repetition) {
        ArrowType type = field.type();
        if (type instanceof ArrowType.Struct) {
            return new GroupField(
                    name,
                    repetition,
                    field.children().stream().map(ArrowSchemas::field).toList());
        } else if (type instanceof ArrowType.List || type instanceof ArrowType.FixedList) {
            ArrowField element = field.children().get(0);
            return GroupField.list(name, repetition, field(element, "element", repetition(element)));
        } else if (type instanceof ArrowType.Map) {
            List<ArrowField> entry = field.children().get(0).children();
            return GroupField.map(
                    name,
                    repetition,
                    field(entry.get(0), "key", Repetition.REQUIRED),
                    field(entry.get(1), "value", repetition(entry.get(1))));
        }
        return leaf(field, type, name, repetition);
    }

    private static Field leaf(ArrowField field, ArrowType type, String name, Repetition repetition) {
        if (type instanceof ArrowType.Null) {
            return new PrimitiveField(name, Repetition.OPTIONAL, PhysicalType.INT32, new LogicalType.UnknownType());
        } else if (type instanceof ArrowType.Bool) {
            return new PrimitiveField(name, repetition, PhysicalType.BOOLEAN);
        } else if (type instanceof ArrowType.Int integer) {
            return integer(integer, name, repetition);
        } else if (type instanceof ArrowType.Floating floating) {
            return switch (floating.bits()) {
                case Short.SIZE -> fixed(name, repetition, Short.BYTES, new LogicalType.Float16Type());
                case Float.SIZE -> new PrimitiveField(name, repetition, PhysicalType.FLOAT);
                default -> new PrimitiveField(name, repetition, PhysicalType.DOUBLE);
            };
        } else if (type instanceof ArrowType.Binary binary) {
            LogicalType text = field.extension().equals(ArrowField.JSON)
                    ? new LogicalType.JsonType()
                    : new LogicalType.StringType();
            return new PrimitiveField(name, repetition, PhysicalType.BYTE_ARRAY, binary.text() ? text : null);
        } else if (type instanceof ArrowType.FixedBinary binary) {
            boolean uuid = field.extension().equals(ArrowField.UUID) && binary.width() == UUID_BYTES;
            return fixed(name, repetition, binary.width(), uuid ? new LogicalType.UuidType() : null);
        } else if (type instanceof ArrowType.Decimal decimal) {
            return decimal(decimal, name, repetition);
        }
        return time(type, name, repetition);
    }

    private static Field time(ArrowType type, String name, Repetition repetition) {
        if (type instanceof ArrowType.Date) {
            return new PrimitiveField(name, repetition, PhysicalType.INT32, new LogicalType.DateType());
        } else if (type instanceof ArrowType.Time time) {
            return new PrimitiveField(
                    name,
                    repetition,
                    time.bits() == Integer.SIZE ? PhysicalType.INT32 : PhysicalType.INT64,
                    new LogicalType.TimeType(time.unit().parquet(), false));
        } else if (type instanceof ArrowType.Timestamp timestamp) {
            return new PrimitiveField(
                    name,
                    repetition,
                    PhysicalType.INT64,
                    new LogicalType.TimestampType(timestamp.unit().parquet(), timestamp.zoned()));
        } else if (type instanceof ArrowType.Duration) {
            // Parquet has no type for durations; their number stays.
            return new PrimitiveField(name, repetition, PhysicalType.INT64);
        } else if (type instanceof ArrowType.Interval) {
            return fixed(name, repetition, INTERVAL_BYTES, new LogicalType.IntervalType());
        }
        throw new UnsupportedFeatureException("column " + name + " has the Arrow type " + type);
    }

    private static Field integer(ArrowType.Int type, String name, Repetition repetition) {
        boolean plain = type.signed() && type.bits() >= Integer.SIZE;
        return new PrimitiveField(
                name,
                repetition,
                type.bits() == Long.SIZE ? PhysicalType.INT64 : PhysicalType.INT32,
                plain ? null : new LogicalType.IntType(type.bits(), type.signed()));
    }

    private static Field decimal(ArrowType.Decimal type, String name, Repetition repetition) {
        LogicalType logical = new LogicalType.DecimalType(type.precision(), type.scale());
        if (type.precision() <= MAX_LONG_DIGITS) {
            PhysicalType physical = type.precision() <= MAX_INT_DIGITS ? PhysicalType.INT32 : PhysicalType.INT64;
            return new PrimitiveField(name, repetition, physical, logical);
        }
        int bytes = BigInteger.TEN.pow(type.precision()).bitLength() / Byte.SIZE + 1;
        return fixed(name, repetition, bytes, logical);
    }

    private static Field fixed(String name, Repetition repetition, int bytes, @Nullable LogicalType type) {
        return new PrimitiveField(name, repetition, PhysicalType.FIXED_LEN_BYTE_ARRAY, bytes, type, null);
    }
}
