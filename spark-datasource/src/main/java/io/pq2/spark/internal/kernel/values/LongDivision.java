package io.pq2.spark.internal.kernel.values;

/** Divides whole numbers by a constant, which no result can overflow. */
public final class LongDivision extends LongNode {

    /** What a division returns. */
    public enum Result {
        /** The quotient, rounded towards zero. */
        QUOTIENT,
        /** The remainder, with the sign of the dividend. */
        REMAINDER,
        /** The remainder, which is not negative. */
        MODULUS
    }

    private final Result kind;
    private final LongNode dividend;
    private final long divisor;

    /** @param divisor a constant that is {@linkplain #supports supported} */
    public LongDivision(Result kind, LongNode dividend, long divisor) {
        super(dividend);
        this.kind = kind;
        this.dividend = dividend;
        this.divisor = divisor;
    }

    /** Whether a division by a constant has a result for all dividends, which fits 64 bits. */
    public static boolean supports(Result kind, long divisor) {
        return divisor != Long.MIN_VALUE
                && switch (kind) {
                    case QUOTIENT -> divisor != 0 && divisor != -1;
                    case REMAINDER -> divisor != 0;
                    case MODULUS -> divisor > 0;
                };
    }

    @Override
    boolean compute(BatchColumns batch) {
        divide(dividend.result.values, result.buffer(), batch.rows());
        return true;
    }

    private void divide(long[] values, long[] target, int rows) {
        switch (kind) {
            case QUOTIENT -> {
                for (int i = 0; i < rows; i++) {
                    target[i] = values[i] / divisor;
                }
            }
            case REMAINDER -> {
                for (int i = 0; i < rows; i++) {
                    target[i] = values[i] % divisor;
                }
            }
            case MODULUS -> {
                for (int i = 0; i < rows; i++) {
                    target[i] = Math.floorMod(values[i], divisor);
                }
            }
        }
    }
}
