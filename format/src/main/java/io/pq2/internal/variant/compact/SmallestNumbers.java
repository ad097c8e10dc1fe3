package io.pq2.internal.variant.compact;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.variant.ValueWriter;
import io.pq2.variant.VariantType;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Appends numbers in the smallest type that holds them.
 *
 * @param precision the digits of the column's decimals
 * @param scale the scale of the column's decimals
 */
record SmallestNumbers(int precision, int scale) {

    private static final int DIGITS_OF_4 = 9;
    private static final int DIGITS_OF_8 = 18;
    private static final int MAX_DIGITS = 38;
    private static final long LIMIT_OF_4 = 1_000_000_000L;
    private static final long LIMIT_OF_8 = 1_000_000_000_000_000_000L;

    static void putInteger(long value, ValueWriter out) {
        VariantType type = VariantType.INT64;
        if (value == (byte) value) {
            type = VariantType.INT8;
        } else if (value == (short) value) {
            type = VariantType.INT16;
        } else if (value == (int) value) {
            type = VariantType.INT32;
        }
        out.putFixed(type, value);
    }

    void putDecimal(long unscaled, ValueWriter out) {
        if (scale <= DIGITS_OF_4 && unscaled > -LIMIT_OF_4 && unscaled < LIMIT_OF_4) {
            out.putDecimal(VariantType.DECIMAL4, scale, unscaled);
        } else if (scale <= DIGITS_OF_8 && unscaled > -LIMIT_OF_8 && unscaled < LIMIT_OF_8) {
            out.putDecimal(VariantType.DECIMAL8, scale, unscaled);
        } else {
            putDecimal16(BigInteger.valueOf(unscaled), out);
        }
    }

    /**
     * Appends a decimal that is stored in bytes.
     *
     * @throws CorruptFileException if it has more digits than the column's type
     */
    void putDecimal(BigInteger unscaled, ValueWriter out) {
        int digits = new BigDecimal(unscaled).precision();
        if (digits > precision) {
            throw new CorruptFileException(
                    "VARIANT: typed_value is a DECIMAL of " + digits + " digits, at most " + precision);
        }
        if (digits <= DIGITS_OF_8) {
            putDecimal(unscaled.longValueExact(), out);
        } else {
            putDecimal16(unscaled, out);
        }
    }

    private void putDecimal16(BigInteger unscaled, ValueWriter out) {
        if (precision > MAX_DIGITS || scale > MAX_DIGITS) {
            throw new CorruptFileException("VARIANT: typed_value is a DECIMAL(" + precision + ", " + scale
                    + "), at most " + MAX_DIGITS + " digits are allowed");
        }
        out.putDecimal16(scale, unscaled);
    }
}
