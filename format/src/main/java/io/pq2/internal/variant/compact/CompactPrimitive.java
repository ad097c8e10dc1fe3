package io.pq2.internal.variant.compact;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.variant.LeafTypes;
import io.pq2.internal.variant.Slices;
import io.pq2.internal.variant.ValueWriter;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Shape;
import io.pq2.variant.VariantType;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A {@code typed_value} of a primitive type. */
final class CompactPrimitive implements CompactColumn {

    private final VariantType type;
    private final Vector vector;
    private final SmallestNumbers numbers;
    /** Absent unless the type is stored as bytes. */
    private final @Nullable Slices slices;

    private CompactPrimitive(VariantType type, Vector vector, SmallestNumbers numbers, @Nullable Slices slices) {
        this.type = type;
        this.vector = vector;
        this.numbers = numbers;
        this.slices = slices;
    }

    static CompactPrimitive of(Shape.Leaf leaf, Vector vector) {
        VariantType type = LeafTypes.of(leaf.column().field());
        SmallestNumbers numbers = leaf.column().field().logicalType() instanceof LogicalType.DecimalType decimal
                ? new SmallestNumbers(decimal.precision(), decimal.scale())
                : new SmallestNumbers(0, 0);
        return new CompactPrimitive(type, vector, numbers, LeafTypes.isBytes(type) ? Slices.of(vector) : null);
    }

    @Override
    public boolean isNull(int slot) {
        return vector.isNull(slot);
    }

    @Override
    public void append(int slot, @Nullable Slices rest, Assembly out) {
        ValueWriter values = out.values();
        if (vector instanceof LongVector longs && out.isText(type)) {
            DateTimeText.put(type, longs.values()[slot], values);
        } else if (vector instanceof LongVector longs) {
            putNumber(longs.values()[slot], values);
        } else if (vector instanceof IntVector ints) {
            putNumber(ints.values()[slot], values);
        } else if (vector instanceof BooleanVector booleans) {
            values.putBoolean(booleans.values()[slot]);
        } else if (vector instanceof DoubleVector doubles) {
            values.putFixed(type, Double.doubleToLongBits(doubles.values()[slot]));
        } else if (vector instanceof FloatVector floats) {
            values.putFixed(type, Float.floatToIntBits(floats.values()[slot]));
        } else {
            Slices binary = Objects.requireNonNull(slices);
            putBytes(binary.bytes(), binary.start(slot), binary.length(slot), values);
        }
    }

    private void putNumber(long value, ValueWriter out) {
        switch (type) {
            case INT8 -> SmallestNumbers.putInteger((byte) value, out);
            case INT16 -> SmallestNumbers.putInteger((short) value, out);
            case INT32, INT64 -> SmallestNumbers.putInteger(value, out);
            case DECIMAL4, DECIMAL8 -> numbers.putDecimal(value, out);
            default -> out.putFixed(type, value);
        }
    }

    private void putBytes(byte[] bytes, int start, int length, ValueWriter out) {
        switch (type) {
            case STRING -> putText(bytes, start, length, out);
            case BINARY -> out.putBinary(bytes, start, length);
            case UUID -> out.putUuid(bytes, start);
            default -> {
                if (length == 0) {
                    throw new CorruptFileException("VARIANT: typed_value is a DECIMAL of 0 bytes");
                }
                numbers.putDecimal(new BigInteger(bytes, start, length), out);
            }
        }
    }

    /** Appends a string. Bytes that are not UTF-8 are replaced, as Java decodes them. */
    private static void putText(byte[] bytes, int start, int length, ValueWriter out) {
        for (int i = start; i < start + length; i++) {
            if (bytes[i] < 0) {
                byte[] utf8 = new String(bytes, start, length, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
                out.putString(utf8, 0, utf8.length);
                return;
            }
        }
        out.putString(bytes, start, length);
    }
}
