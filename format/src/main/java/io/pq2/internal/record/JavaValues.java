package io.pq2.internal.record;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.internal.variant.VariantShapes;
import io.pq2.internal.vector.Float16;
import io.pq2.record.Interval;
import io.pq2.record.Row;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
import io.pq2.schema.TimeUnit;
import io.pq2.vector.Vector;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Returns the Java values of logical types, see {@link Row#get(int)}. */
public final class JavaValues {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long NANOS_PER_DAY = 86_400 * NANOS_PER_SECOND;
    private static final int JULIAN_DAY_OF_EPOCH = 2_440_588;

    private JavaValues() {}

    /**
     * Returns the Java value of a slot; absent for null.
     *
     * @param place the file that the vector is from, for messages
     */
    public static @Nullable Object get(Shape shape, Vector vector, int slot, FileLocation place) {
        if (vector.isNull(slot)) {
            return null;
        }
        if (shape instanceof Shape.Leaf leaf) {
            try {
                return value(leaf, vector, slot);
            } catch (CorruptFileException e) {
                throw e.locate(FileLocation.column(leaf.column().dottedPath())).locate(place);
            }
        }
        if (isVariant(shape)) {
            return SlotReader.getVariant(shape, vector, slot, place);
        }
        if (shape instanceof Shape.Struct) {
            return SlotReader.getStruct(shape, vector, slot, place);
        }
        return shape instanceof Shape.Array
                ? SlotReader.getList(shape, vector, slot, place)
                : SlotReader.getMap(shape, vector, slot, place);
    }

    /** Whether a field is a VARIANT all of whose columns were read. */
    public static boolean isVariant(Shape shape) {
        return shape instanceof Shape.Struct group
                && group.field() != null
                && group.field().logicalType() instanceof LogicalType.VariantType
                && VariantShapes.isWhole(group);
    }

    private static @Nullable Object value(Shape.Leaf leaf, Vector vector, int slot) {
        PrimitiveField field = leaf.column().field();
        LogicalType type = field.logicalType();
        if (type instanceof LogicalType.DecimalType) {
            return SlotReader.getDecimal(leaf, vector, slot);
        }
        return switch (field.physicalType()) {
            case BOOLEAN -> SlotReader.getBoolean(leaf, vector, slot);
            case INT32 -> ofInt(type, SlotReader.getInt(leaf, vector, slot));
            case INT64 -> ofLong(type, SlotReader.getLong(leaf, vector, slot));
            case INT96 -> ofInt96(slice(leaf, vector, slot));
            case FLOAT -> SlotReader.getFloat(leaf, vector, slot);
            case DOUBLE -> SlotReader.getDouble(leaf, vector, slot);
            case BYTE_ARRAY ->
                isText(type)
                        ? SlotReader.getString(leaf, vector, slot)
                        : (Object) SlotReader.getBinary(leaf, vector, slot);
            case FIXED_LEN_BYTE_ARRAY -> ofFixed(type, slice(leaf, vector, slot));
        };
    }

    private static ByteBuffer slice(Shape.Leaf leaf, Vector vector, int slot) {
        return Objects.requireNonNull(SlotReader.getSlice(leaf, vector, slot), "slot is not null");
    }

    static Object ofInt(@Nullable LogicalType type, int value) {
        if (type instanceof LogicalType.DateType) {
            return LocalDate.ofEpochDay(value);
        }
        if (type instanceof LogicalType.TimeType time) {
            return ofTime(time.unit(), value);
        }
        if (type instanceof LogicalType.IntType integer && !integer.signed()) {
            return integer.bitWidth() == Integer.SIZE
                    ? (Object) Integer.toUnsignedLong(value)
                    : (Object) (value & (1 << integer.bitWidth()) - 1);
        }
        return value;
    }

    static Object ofLong(@Nullable LogicalType type, long value) {
        if (type instanceof LogicalType.TimestampType timestamp) {
            Instant instant = ofTimestamp(timestamp.unit(), value);
            return timestamp.utc() ? instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        }
        if (type instanceof LogicalType.TimeType time) {
            return ofTime(time.unit(), value);
        }
        if (type instanceof LogicalType.IntType integer && !integer.signed()) {
            return value >= 0
                    ? BigInteger.valueOf(value)
                    : BigInteger.valueOf(value).add(BigInteger.ONE.shiftLeft(Long.SIZE));
        }
        return value;
    }

    private static Instant ofTimestamp(TimeUnit unit, long value) {
        long perSecond = NANOS_PER_SECOND / unit.nanos();
        return Instant.ofEpochSecond(Math.floorDiv(value, perSecond), Math.floorMod(value, perSecond) * unit.nanos());
    }

    private static LocalTime ofTime(TimeUnit unit, long value) {
        if (value < 0 || value >= NANOS_PER_DAY / unit.nanos()) {
            throw new CorruptFileException("TIME(" + unit + ") value " + value + " is not within a day");
        }
        return LocalTime.ofNanoOfDay(value * unit.nanos());
    }

    static Instant ofInt96(ByteBuffer slice) {
        slice.order(ByteOrder.LITTLE_ENDIAN);
        long nanos = slice.getLong(slice.position());
        long days = slice.getInt(slice.position() + Long.BYTES) - (long) JULIAN_DAY_OF_EPOCH;
        return Instant.ofEpochSecond(days * 86_400, nanos);
    }

    /** Whether values of a logical type are UTF-8 text. */
    public static boolean isText(@Nullable LogicalType type) {
        return type instanceof LogicalType.StringType
                || type instanceof LogicalType.EnumType
                || type instanceof LogicalType.JsonType;
    }

    static Object ofFixed(@Nullable LogicalType type, ByteBuffer slice) {
        if (type instanceof LogicalType.UuidType) {
            return new UUID(slice.getLong(), slice.getLong());
        }
        slice.order(ByteOrder.LITTLE_ENDIAN);
        if (type instanceof LogicalType.Float16Type) {
            return Float16.toFloat(slice.getShort());
        }
        if (type instanceof LogicalType.IntervalType) {
            return new Interval(
                    Integer.toUnsignedLong(slice.getInt()),
                    Integer.toUnsignedLong(slice.getInt()),
                    Integer.toUnsignedLong(slice.getInt()));
        }
        byte[] bytes = new byte[slice.remaining()];
        slice.get(bytes);
        return bytes;
    }
}
