package io.pq2.internal.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
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
        VariantType type = LeafTypes.of(field);
        int scale = field.logicalType() instanceof LogicalType.DecimalType decimal ? decimal.scale() : 0;
        if (scale > MAX_SCALE) {
            throw new CorruptFileException("VARIANT: typed_value of scale " + scale + ", at most " + MAX_SCALE);
        }
        return new TypedPrimitive(type, vector, scale, LeafTypes.isBytes(type) ? Slices.of(vector) : null);
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
