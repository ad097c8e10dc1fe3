package io.pq2.internal.write.values;

import io.pq2.internal.statistics.BinaryOrder;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Finds decimals, as big-endian two's complement, that have more digits than the precision of their column. */
final class DecimalCheck {

    private final int precision;
    private final byte[] min;
    private final byte[] max;

    private DecimalCheck(int precision, BigInteger limit) {
        this.precision = precision;
        max = limit.toByteArray();
        min = limit.negate().toByteArray();
    }

    /**
     * Returns the check of a column; absent when the column has no decimals or its type length rules out excess digits.
     */
    static @Nullable DecimalCheck of(PrimitiveField field) {
        if (!(field.logicalType() instanceof LogicalType.DecimalType decimal)) {
            return null;
        }
        BigInteger limit = BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE);
        boolean fits = field.typeLength() > 0 && limit.bitLength() >= Byte.SIZE * field.typeLength() - 1;
        return fits ? null : new DecimalCheck(decimal.precision(), limit);
    }

    /** Whether a value has more digits than the precision. */
    boolean isInvalid(byte[] bytes, int start, int length) {
        // A value with fewer bytes than the limit has no excess digits.
        return length >= max.length
                && (BinaryOrder.TWOS_COMPLEMENT.compare(bytes, start, length, max, 0, max.length) > 0
                        || BinaryOrder.TWOS_COMPLEMENT.compare(bytes, start, length, min, 0, min.length) < 0);
    }

    /** Describes a value with too many digits, for an error message. */
    String describe(byte[] bytes, int start, int length) {
        return "unscaled value " + new BigInteger(bytes, start, length) + " has more than " + precision + " digits";
    }
}
