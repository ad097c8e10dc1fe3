package io.pq2.internal.record;

/** IEEE 754 binary16, which Java has no type for: 1 bit of sign, 5 of exponent, 10 of fraction. */
final class Float16 {

    private static final int EXPONENT_GAP = 112;
    private static final int INFINITY = 0x7C00;
    private static final float LEAST_NORMAL = 0x1p-14f;

    private Float16() {}

    /** The bits of the nearest value, of two the even one. */
    static short bits(float value) {
        int bits = Float.floatToRawIntBits(value);
        int sign = bits >>> 16 & 0x8000;
        float magnitude = Math.abs(value);
        if (Float.isNaN(value)) {
            // What is cut off must not make an infinity of it.
            return (short) (sign | INFINITY | Math.max(1, bits >>> 13 & 0x3FF));
        }
        if (magnitude < LEAST_NORMAL) {
            return (short) (sign | (int) Math.rint(magnitude * 0x1p24));
        }
        int exponentAndFraction = (bits & 0x7FFFFFFF) - (EXPONENT_GAP << 23);
        int rounded = exponentAndFraction + 0xFFF + (exponentAndFraction >>> 13 & 1) >>> 13;
        return (short) (sign | (Float.isInfinite(value) ? INFINITY : Math.min(INFINITY, rounded)));
    }
}
