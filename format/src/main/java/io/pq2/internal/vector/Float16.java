package io.pq2.internal.vector;

/**
 * Encodes and decodes FLOAT16: IEEE 754 binary16, stored little endian in a FIXED_LEN_BYTE_ARRAY of two bytes
 * (LogicalTypes.md, "FLOAT16").
 *
 * <p>A value has 1 sign bit, 5 exponent bits with a bias of 15, and 10 fraction bits. Methods that take bits ignore all
 * but the lowest 16.
 */
public final class Float16 {

    /** Bytes per value. */
    public static final int BYTES = 2;

    /** The bits of a quiet NaN. */
    public static final int NAN = 0x7E00;

    /** The greatest finite number. */
    public static final double MAX_VALUE = 65_504;

    private static final int SIGN = 0x8000;
    private static final int INFINITY = 0x7C00;
    private static final int MAGNITUDE = 0x7FFF;
    private static final int FRACTION = 0x3FF;
    private static final int MAX_EXPONENT = 0x1F;
    private static final int EXPONENT_BIAS_DIFFERENCE = 127 - 15;
    private static final float MIN_NORMAL = 0x1p-14f;

    private Float16() {}

    /** Reads the bits of the value at an offset; the sign bit fills the upper 16 bits. */
    public static int bits(byte[] bytes, int offset) {
        return bytes[offset] & 0xFF | bytes[offset + 1] << 8;
    }

    /** Returns the two bytes of a value. */
    public static byte[] bytes(int bits) {
        return new byte[] {(byte) bits, (byte) (bits >> 8)};
    }

    /** Reads the value at an offset. */
    public static float read(byte[] bytes, int offset) {
        return toFloat(bits(bytes, offset));
    }

    /** Decodes a value. The conversion is exact; a NaN keeps its sign and fraction bits. */
    public static float toFloat(int bits) {
        int sign = (bits & SIGN) << 16;
        int exponent = bits >>> 10 & MAX_EXPONENT;
        int fraction = bits & FRACTION;
        if (exponent == 0) {
            float magnitude = fraction * 0x1p-24f;
            return sign == 0 ? magnitude : -magnitude;
        }
        int floatExponent = exponent == MAX_EXPONENT ? 0xFF : exponent + EXPONENT_BIAS_DIFFERENCE;
        return Float.intBitsToFloat(sign | floatExponent << 23 | fraction << 13);
    }

    /** Encodes the nearest value; a tie goes to the value with an even fraction, and an overflow to infinity. */
    public static short ofFloat(float value) {
        int bits = Float.floatToRawIntBits(value);
        int sign = bits >>> 16 & SIGN;
        float magnitude = Math.abs(value);
        if (Float.isNaN(value)) {
            // Truncating the fraction must not turn a NaN into an infinity.
            return (short) (sign | INFINITY | Math.max(1, bits >>> 13 & FRACTION));
        }
        if (magnitude < MIN_NORMAL) {
            return (short) (sign | (int) Math.rint(magnitude * 0x1p24));
        }
        int exponentAndFraction = (bits & 0x7FFFFFFF) - (EXPONENT_BIAS_DIFFERENCE << 23);
        int rounded = exponentAndFraction + 0xFFF + (exponentAndFraction >>> 13 & 1) >>> 13;
        return (short) (sign | (Float.isInfinite(value) ? INFINITY : Math.min(INFINITY, rounded)));
    }

    /** Whether FLOAT16 has a number, which is not NaN. {@link #ofFloat} then encodes it without rounding. */
    public static boolean isExact(double number) {
        float value = (float) number;
        return value == number && toFloat(ofFloat(value)) == number;
    }

    /** Whether a value is NaN. */
    public static boolean isNan(int bits) {
        return (bits & MAGNITUDE) > INFINITY;
    }
}
