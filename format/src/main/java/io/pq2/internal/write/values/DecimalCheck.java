package io.pq2.internal.write.values;

import io.pq2.internal.statistics.BinaryOrder;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import java.math.BigInteger;

/** Finds decimals in bytes that have more digits than their column's precision. */
final class DecimalCheck {

    private final int precision;
    private final byte[] least;
    private final byte[] greatest;

    private DecimalCheck(int precision, BigInteger limit) {
        this.precision = precision;
        greatest = limit.toByteArray();
        least = limit.negate().toByteArray();
    }

    /** The check of a column, null if its values are no decimals, or none of them can have too many digits. */
    static DecimalCheck of(PrimitiveField field) {
        if (!(field.logicalType() instanceof LogicalType.DecimalType decimal)) {
            return null;
        }
        BigInteger limit = BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE);
        boolean fits = field.typeLength() > 0 && limit.bitLength() >= Byte.SIZE * field.typeLength() - 1;
        return fits ? null : new DecimalCheck(decimal.precision(), limit);
    }

    boolean isInvalid(byte[] bytes, int start, int length) {
        // Shorter values cannot be too large.
        return length >= greatest.length
                && (BinaryOrder.TWOS_COMPLEMENT.compare(bytes, start, length, greatest, 0, greatest.length) > 0
                        || BinaryOrder.TWOS_COMPLEMENT.compare(bytes, start, length, least, 0, least.length) < 0);
    }

    /** The value in words, and what is allowed. */
    String explain(byte[] bytes, int start, int length) {
        return "the unscaled value " + new BigInteger(bytes, start, length) + " where " + precision
                + " digits are allowed";
    }
}
