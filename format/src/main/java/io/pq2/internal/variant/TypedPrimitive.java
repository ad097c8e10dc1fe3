package io.pq2.internal.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
import io.pq2.schema.TimeUnit;
import io.pq2.variant.VariantType;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A {@code typed_value} of a primitive type (VariantShredding.md, "Shredded Value Types"). */
final class TypedPrimitive implements TypedColumn {

    private static final int MAX_SCALE = 38;
    private static final int DECIMAL16_BYTES = 16;

    private final VariantType type;
    private final Vector vector;
    /** The scale of decimals, otherwise 0. */
    private final int scale;
    /** Absent unless the type is stored as bytes. */
    private final @Nullable Slices slices;

    private TypedPrimitive(VariantType type, Vector vector, int scale, @Nullable Slices slices) {
        this.type = type;
        this.vector = vector;
        this.scale = scale;
        this.slices = slices;
    }

    static TypedPrimitive of(Shape.Leaf leaf, Vector vector) {
        PrimitiveField field = leaf.column().field();
        if (field.logicalType() instanceof LogicalType.UnrecognizedType unknown) {
            throw new UnsupportedFeatureException("VARIANT: typed_value of logical type " + unknown.description());
        }
        VariantType type = type(field);
        if (type == null) {
            throw new CorruptFileException("VARIANT: typed_value of type " + field.physicalType()
                    + (field.logicalType() == null ? "" : " (" + field.logicalType() + ")")
                    + ", which is no type of shredded values");
        }
        int scale = field.logicalType() instanceof LogicalType.DecimalType decimal ? decimal.scale() : 0;
        if (scale > MAX_SCALE) {
            throw new CorruptFileException("VARIANT: typed_value of scale " + scale + ", at most " + MAX_SCALE);
        }
        boolean bytes = type == VariantType.DECIMAL16
                || type == VariantType.BINARY
                || type == VariantType.STRING
                || type == VariantType.UUID;
        return new TypedPrimitive(type, vector, scale, bytes ? Slices.of(vector) : null);
    }

    private static @Nullable VariantType type(PrimitiveField field) {
        LogicalType logical = field.logicalType();
        return switch (field.physicalType()) {
            case BOOLEAN -> logical == null ? VariantType.BOOLEAN : null;
            case FLOAT -> logical == null ? VariantType.FLOAT : null;
            case DOUBLE -> logical == null ? VariantType.DOUBLE : null;
            case INT32 -> ofInt32(logical);
            case INT64 -> ofInt64(logical);
            case BYTE_ARRAY ->
                logical == null
                        ? VariantType.BINARY
                        : logical instanceof LogicalType.StringType ? VariantType.STRING : decimal16(logical);
            case FIXED_LEN_BYTE_ARRAY ->
                logical instanceof LogicalType.UuidType ? VariantType.UUID : decimal16(logical);
            case INT96 -> null;
        };
    }

    private static @Nullable VariantType decimal16(@Nullable LogicalType logical) {
        return logical instanceof LogicalType.DecimalType ? VariantType.DECIMAL16 : null;
    }

    private static @Nullable VariantType ofInt32(@Nullable LogicalType logical) {
        if (logical == null) {
            return VariantType.INT32;
        } else if (logical instanceof LogicalType.IntType integer && integer.signed()) {
            return switch (integer.bitWidth()) {
                case 8 -> VariantType.INT8;
                case 16 -> VariantType.INT16;
                default -> VariantType.INT32;
            };
        } else if (logical instanceof LogicalType.DateType) {
            return VariantType.DATE;
        }
        return logical instanceof LogicalType.DecimalType ? VariantType.DECIMAL4 : null;
    }

    private static @Nullable VariantType ofInt64(@Nullable LogicalType logical) {
        if (logical == null || logical instanceof LogicalType.IntType integer && integer.signed()) {
            return VariantType.INT64;
        } else if (logical instanceof LogicalType.DecimalType) {
            return VariantType.DECIMAL8;
        } else if (logical instanceof LogicalType.TimeType time) {
            return time.unit() == TimeUnit.MICROS && !time.utc() ? VariantType.TIME : null;
        } else if (logical instanceof LogicalType.TimestampType timestamp) {
            return switch (timestamp.unit()) {
                case MILLIS -> null;
                case MICROS -> timestamp.utc() ? VariantType.TIMESTAMP : VariantType.TIMESTAMP_NTZ;
                case NANOS -> timestamp.utc() ? VariantType.TIMESTAMP_NANOS : VariantType.TIMESTAMP_NTZ_NANOS;
            };
        }
        return null;
    }

    @Override
    public boolean isNull(int slot) {
        return vector.isNull(slot);
    }

    @Override
    public void append(int slot, @Nullable EncodedValue value, EncodedNames names, ValueWriter out) {
        TypedColumn.checkAlone(value);
        if (vector instanceof IntVector ints) {
            putNumber(ints.values()[slot], out);
        } else if (vector instanceof LongVector longs) {
            putNumber(longs.values()[slot], out);
        } else if (vector instanceof BooleanVector booleans) {
            out.putBoolean(booleans.values()[slot]);
        } else if (vector instanceof DoubleVector doubles) {
            out.putFixed(type, Double.doubleToRawLongBits(doubles.values()[slot]));
        } else if (vector instanceof FloatVector floats) {
            out.putFixed(type, Float.floatToRawIntBits(floats.values()[slot]));
        } else {
            Slices binary = Objects.requireNonNull(slices);
            putBytes(binary.bytes(), binary.start(slot), binary.length(slot), out);
        }
    }

    private void putNumber(long value, ValueWriter out) {
        if (type == VariantType.DECIMAL4 || type == VariantType.DECIMAL8) {
            out.putDecimal(type, scale, value);
        } else {
            out.putFixed(type, value);
        }
    }

    private void putBytes(byte[] bytes, int start, int length, ValueWriter out) {
        switch (type) {
            case STRING -> out.putString(bytes, start, length);
            case BINARY -> out.putBinary(bytes, start, length);
            case UUID -> out.putUuid(bytes, start);
            default -> {
                BigInteger unscaled = length == 0 ? BigInteger.ZERO : new BigInteger(bytes, start, length);
                if (unscaled.bitLength() >= DECIMAL16_BYTES * Byte.SIZE) {
                    throw new CorruptFileException(
                            "VARIANT: typed_value is a DECIMAL of " + unscaled.bitLength() + " bits, at most 127");
                }
                out.putDecimal16(scale, unscaled);
            }
        }
    }
}
