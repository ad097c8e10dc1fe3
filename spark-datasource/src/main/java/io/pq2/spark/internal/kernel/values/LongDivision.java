package io.pq2.spark.internal.kernel.values;

import org.jspecify.annotations.NullUnmarked;

/** Divides whole numbers by a constant, which no result can overflow. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
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
    private final LongValues result = new LongValues();

    /** @param divisor a constant that is {@linkplain #supports supported} */
    public LongDivision(Result kind, LongNode dividend, long divisor) {
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
    public boolean isCertain() {
        return dividend.isCertain();
    }

    @Override
    LongValues compute(BatchColumns batch) {
        LongValues dividends = dividend.evaluate(batch);
        if (dividends == null) {
            return null;
        }
        int rows = batch.rows();
        divide(dividends.values, result.buffer(rows), rows);
        result.nulls = dividends.nulls;
        setBounds(dividends);
        return result;
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

    private void setBounds(LongValues dividends) {
        long most = Math.abs(divisor) - 1;
        switch (kind) {
            case QUOTIENT -> {
                result.min = Math.min(dividends.min / divisor, dividends.max / divisor);
                result.max = Math.max(dividends.min / divisor, dividends.max / divisor);
            }
            case REMAINDER -> {
                result.min = Math.min(0, Math.max(dividends.min, -most));
                result.max = Math.max(0, Math.min(dividends.max, most));
            }
            case MODULUS -> {
                result.min = 0;
                result.max = most;
            }
        }
    }
}
