package io.pq2.internal.variant.shred;

import io.pq2.internal.variant.EncodedValue;
import io.pq2.variant.ShreddedType;
import io.pq2.variant.VariantType;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The digits that a set of exact numbers needs.
 *
 * @param integerDigits the digits before the decimal point
 * @param scale the digits after the decimal point
 * @param wide whether an integer of more than 18 digits is among the numbers. It is an INT64 as long as there are no
 *     fractions
 */
record NumberRange(int integerDigits, int scale, boolean wide) {

    private static final int MAX_LONG_DIGITS = 18;
    private static final int MAX_DIGITS = 38;

    /** The digits of the numbers of 64 bits. */
    private static final int WIDE_DIGITS = 19;

    static NumberRange of(EncodedValue value) {
        return switch (value.type()) {
            case INT8, INT16, INT32, INT64 -> {
                int digits = BigDecimal.valueOf(value.number()).precision();
                yield digits > MAX_LONG_DIGITS ? new NumberRange(0, 0, true) : new NumberRange(digits, 0, false);
            }
            default -> {
                int digits = precision(value);
                yield new NumberRange(Math.max(digits - value.scale(), 0), value.scale(), false);
            }
        };
    }

    private static int precision(EncodedValue decimal) {
        byte[] bytes = decimal.bytes();
        int from = decimal.payload() + 1;
        int length = decimal.start() + decimal.size() - from;
        byte[] bigEndian = new byte[length];
        for (int i = 0; i < length; i++) {
            bigEndian[i] = bytes[from + length - 1 - i];
        }
        return new BigDecimal(new BigInteger(bigEndian)).precision();
    }

    /** Returns the range of two sets of numbers; absent if no decimal can represent both. */
    @Nullable
    NumberRange with(NumberRange other) {
        int digits = Math.max(integerDigits, other.integerDigits);
        int digitsAfter = Math.max(scale, other.scale);
        boolean anyWide = wide || other.wide;
        int needed = anyWide && !isLong(digits, digitsAfter) ? Math.max(digits, WIDE_DIGITS) : digits;
        return needed + digitsAfter > MAX_DIGITS ? null : new NumberRange(digits, digitsAfter, anyWide);
    }

    private static boolean isLong(int digits, int digitsAfter) {
        return digitsAfter == 0 && digits <= MAX_LONG_DIGITS;
    }

    /** Returns the type of the column. */
    ShreddedType type() {
        if (isLong(integerDigits, scale)) {
            return new ShreddedType.PrimitiveType(VariantType.INT64);
        }
        int digits = (wide ? Math.max(integerDigits, WIDE_DIGITS) : integerDigits) + scale;
        return new ShreddedType.DecimalType(digits <= MAX_LONG_DIGITS ? MAX_LONG_DIGITS : MAX_DIGITS, scale);
    }
}
