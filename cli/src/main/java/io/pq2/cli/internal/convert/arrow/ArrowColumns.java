package io.pq2.cli.internal.convert.arrow;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.record.JavaValues;
import io.pq2.internal.vector.Float16;
import io.pq2.record.Interval;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.jspecify.annotations.Nullable;

/** The Arrow columns for the fields of Parquet files. */
final class ArrowColumns {

    private static final int MAX_DECIMAL128_DIGITS = 38;
    private static final int MAX_DECIMAL256_DIGITS = 76;
    private static final int DECIMAL128_BITS = 128;
    private static final int DECIMAL256_BITS = 256;
    private static final int UUID_BYTES = 16;
    private static final int INTERVAL_BYTES = 16;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private ArrowColumns() {}

    /**
     * Returns the column for a field.
     *
     * @throws UnsupportedFeatureException if Arrow does not have the type
     */
    static ArrowColumn of(Shape shape) {
        return of(shape, shape.name(), shape.nullable());
    }

    /** Returns a column of text. */
    static ArrowColumn text(String name) {
        return new BinaryColumn(field(name, true, new ArrowType.Binary(ArrowType.Layout.OFFSETS, true)));
    }

    private static ArrowField field(String name, boolean nullable, ArrowType type, ArrowColumn... children) {
        List<ArrowField> fields = new ArrayList<>();
        for (ArrowColumn child : children) {
            fields.add(child.field());
        }
        return new ArrowField(name, nullable, type, "", fields, null);
    }

    private static ArrowColumn of(Shape shape, String name, boolean nullable) {
        if (shape instanceof Shape.Leaf leaf) {
            return leaf(leaf.column().field(), name, nullable);
        } else if (JavaValues.isVariant(shape)) {
            throw new UnsupportedFeatureException("column " + name + " is a VARIANT, which Arrow does not have; select"
                    + " other columns (--columns), or convert to JSON");
        } else if (shape instanceof Shape.Array array) {
            ArrowColumn elements =
                    of(array.element(), "element", array.element().nullable());
            return new ListColumn(
                    field(name, nullable, new ArrowType.List(ArrowType.Layout.OFFSETS), elements), elements);
        } else if (shape instanceof Shape.Map map) {
            return map(map, name, nullable);
        }
        ArrowColumn[] children =
                ((Shape.Struct) shape).children().stream().map(ArrowColumns::of).toArray(ArrowColumn[]::new);
        return new StructColumn(field(name, nullable, new ArrowType.Struct(), children), List.of(children));
    }

    private static ArrowColumn map(Shape.Map map, String name, boolean nullable) {
        if (map.key() == null) {
            throw new UnsupportedFeatureException(
                    "column " + name + " is a map without its keys; select the whole map (--columns)");
        }
        ArrowColumn keys = of(map.key(), "key", false);
        Shape value = map.value();
        ArrowColumn values = value == null
                ? new FixedColumn(field("value", true, new ArrowType.Null()), 0, (none, bytes) -> {})
                : of(value, "value", value.nullable());
        ArrowField entries = field("entries", false, new ArrowType.Struct(), keys, values);
        return new MapColumn(
                new ArrowField(name, nullable, new ArrowType.Map(), "", List.of(entries), null), keys, values);
    }

    private static ArrowColumn leaf(PrimitiveField field, String name, boolean nullable) {
        LogicalType type = field.logicalType();
        if (type instanceof LogicalType.UnknownType) {
            return new FixedColumn(field(name, true, new ArrowType.Null()), 0, (none, bytes) -> {});
        } else if (type instanceof LogicalType.DecimalType decimal) {
            return decimal(decimal, name, nullable);
        } else if (type instanceof LogicalType.DateType) {
            return new FixedColumn(
                    field(name, nullable, new ArrowType.Date(false)),
                    Integer.BYTES,
                    (value, bytes) -> bytes.add(((LocalDate) value).toEpochDay(), Integer.BYTES));
        } else if (type instanceof LogicalType.TimeType time) {
            ArrowUnit unit = ArrowUnit.of(time.unit());
            int width = field.physicalType() == PhysicalType.INT32 ? Integer.BYTES : Long.BYTES;
            return new FixedColumn(
                    field(name, nullable, new ArrowType.Time(unit, width * Byte.SIZE)),
                    width,
                    (value, bytes) -> bytes.add(((LocalTime) value).toNanoOfDay() / unit.nanos(), width));
        } else if (type instanceof LogicalType.TimestampType timestamp) {
            return timestamp(ArrowUnit.of(timestamp.unit()), timestamp.utc(), name, nullable);
        } else if (type instanceof LogicalType.Float16Type) {
            return new FixedColumn(
                    field(name, nullable, new ArrowType.Floating(Short.SIZE)),
                    Short.BYTES,
                    (value, bytes) -> bytes.add(Float16.ofFloat((Float) value), Short.BYTES));
        } else if (type instanceof LogicalType.UuidType) {
            return uuid(name, nullable);
        } else if (type instanceof LogicalType.IntervalType) {
            return interval(name, nullable);
        }
        return physical(field, type, name, nullable);
    }

    private static ArrowColumn physical(
            PrimitiveField field, @Nullable LogicalType type, String name, boolean nullable) {
        return switch (field.physicalType()) {
            case BOOLEAN -> new BooleanColumn(field(name, nullable, new ArrowType.Bool()));
            case INT32 -> integer(type, Integer.SIZE, name, nullable);
            case INT64 -> integer(type, Long.SIZE, name, nullable);
            case INT96 -> timestamp(ArrowUnit.NANOSECOND, true, name, nullable);
            case FLOAT ->
                new FixedColumn(
                        field(name, nullable, new ArrowType.Floating(Float.SIZE)),
                        Float.BYTES,
                        (value, bytes) -> bytes.add(Float.floatToRawIntBits((Float) value), Float.BYTES));
            case DOUBLE ->
                new FixedColumn(
                        field(name, nullable, new ArrowType.Floating(Double.SIZE)),
                        Double.BYTES,
                        (value, bytes) -> bytes.add(Double.doubleToRawLongBits((Double) value), Double.BYTES));
            case BYTE_ARRAY -> {
                boolean text = JavaValues.isText(type);
                ArrowType binary = new ArrowType.Binary(ArrowType.Layout.OFFSETS, text);
                String extension = type instanceof LogicalType.JsonType ? ArrowField.JSON : "";
                yield new BinaryColumn(new ArrowField(name, nullable, binary, extension, List.of(), null));
            }
            case FIXED_LEN_BYTE_ARRAY ->
                new FixedColumn(
                        field(name, nullable, new ArrowType.FixedBinary(field.typeLength())),
                        field.typeLength(),
                        (value, bytes) -> bytes.add((byte[]) value));
        };
    }

    private static ArrowColumn integer(@Nullable LogicalType type, int bits, String name, boolean nullable) {
        ArrowType.Int integer = type instanceof LogicalType.IntType known
                ? new ArrowType.Int(known.bitWidth(), known.signed())
                : new ArrowType.Int(bits, true);
        int width = integer.bits() / Byte.SIZE;
        return new FixedColumn(
                field(name, nullable, integer),
                width,
                (value, bytes) -> bytes.add(((Number) value).longValue(), width));
    }

    private static ArrowColumn decimal(LogicalType.DecimalType type, String name, boolean nullable) {
        if (type.precision() > MAX_DECIMAL256_DIGITS) {
            throw new UnsupportedFeatureException("column " + name + " has decimals of " + type.precision()
                    + " digits, and Arrow up to " + MAX_DECIMAL256_DIGITS + "; select other columns (--columns)");
        }
        int bits = type.precision() <= MAX_DECIMAL128_DIGITS ? DECIMAL128_BITS : DECIMAL256_BITS;
        int width = bits / Byte.SIZE;
        return new FixedColumn(
                field(name, nullable, new ArrowType.Decimal(bits, type.precision(), type.scale())),
                width,
                (value, bytes) -> addDecimal(((BigDecimal) value).unscaledValue(), width, bytes));
    }

    private static void addDecimal(BigInteger unscaled, int width, GrowingBytes bytes) {
        byte[] number = unscaled.toByteArray();
        if (number.length > width) {
            throw new InvalidDataException(
                    "the decimal with the digits " + unscaled + " has more than " + width + " bytes");
        }
        for (int i = 0; i < width; i++) {
            bytes.add(i < number.length ? number[number.length - 1 - i] : unscaled.signum() < 0 ? -1 : 0, 1);
        }
    }

    private static ArrowColumn timestamp(ArrowUnit unit, boolean zoned, String name, boolean nullable) {
        BiConsumer<Object, GrowingBytes> encoder = (value, bytes) -> {
            Instant instant = value instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : (Instant) value;
            bytes.add(number(instant, unit), Long.BYTES);
        };
        return new FixedColumn(field(name, nullable, new ArrowType.Timestamp(unit, zoned)), Long.BYTES, encoder);
    }

    private static long number(Instant instant, ArrowUnit unit) {
        BigInteger number = BigInteger.valueOf(instant.getEpochSecond())
                .multiply(BigInteger.valueOf(NANOS_PER_SECOND / unit.nanos()))
                .add(BigInteger.valueOf(instant.getNano() / unit.nanos()));
        if (number.bitLength() >= Long.SIZE) {
            throw new InvalidDataException("the timestamp " + instant + " has no number of " + unit
                    + "S since 1970 in 64 bits, which Arrow needs");
        }
        return number.longValue();
    }

    private static ArrowColumn uuid(String name, boolean nullable) {
        ArrowType type = new ArrowType.FixedBinary(UUID_BYTES);
        return new FixedColumn(
                new ArrowField(name, nullable, type, ArrowField.UUID, List.of(), null), UUID_BYTES, (value, bytes) -> {
                    UUID uuid = (UUID) value;
                    bytes.add(ByteBuffer.allocate(UUID_BYTES)
                            .putLong(uuid.getMostSignificantBits())
                            .putLong(uuid.getLeastSignificantBits())
                            .array());
                });
    }

    private static ArrowColumn interval(String name, boolean nullable) {
        ArrowType type = new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO);
        return new FixedColumn(field(name, nullable, type), INTERVAL_BYTES, (value, bytes) -> {
            Interval interval = (Interval) value;
            bytes.add(checked(interval.months()), Integer.BYTES);
            bytes.add(checked(interval.days()), Integer.BYTES);
            bytes.add(interval.millis() * NANOS_PER_MILLI, Long.BYTES);
        });
    }

    private static long checked(long count) {
        if (count > Integer.MAX_VALUE) {
            throw new InvalidDataException("the interval has " + count + " months or days, and Arrow 31 bits for them");
        }
        return count;
    }
}
