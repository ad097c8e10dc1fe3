package io.pq2.internal.encoding.alp;

/** The powers of ten of ALP. They are decimal literals, because the specification requires correct rounding. */
final class AlpPowers {

    static final int MAX_FLOAT_EXPONENT = 10;
    static final int MAX_DOUBLE_EXPONENT = 18;

    private static final float[] FLOATS = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
    private static final float[] FLOAT_FRACTIONS = {
        1e0f, 1e-1f, 1e-2f, 1e-3f, 1e-4f, 1e-5f, 1e-6f, 1e-7f, 1e-8f, 1e-9f, 1e-10f
    };
    private static final double[] DOUBLES = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18
    };
    private static final double[] DOUBLE_FRACTIONS = {
        1e0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15, 1e-16,
        1e-17, 1e-18
    };

    private AlpPowers() {}

    /** Returns 10 to the power of {@code n}, 0 to 10. */
    static float floatPower(int n) {
        return FLOATS[n];
    }

    /** Returns 10 to the power of {@code -n}, 0 to 10. */
    static float floatFraction(int n) {
        return FLOAT_FRACTIONS[n];
    }

    /** Returns 10 to the power of {@code n}, 0 to 18. */
    static double doublePower(int n) {
        return DOUBLES[n];
    }

    /** Returns 10 to the power of {@code -n}, 0 to 18. */
    static double doubleFraction(int n) {
        return DOUBLE_FRACTIONS[n];
    }
}
