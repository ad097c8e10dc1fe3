package io.pq2.spark.internal.kernel.values;

import java.math.BigInteger;
import java.util.List;

/**
 * Adds, subtracts or multiplies two whole numbers or decimals, each times a power of ten that gives them the scale of
 * the result. Computes nothing unless the bounds of the operands show that no result overflows.
 */
public final class LongArithmetic extends LongNode {

    private final Arithmetic operation;
    private final LongNode left;
    private final LongNode right;
    private final long leftFactor;
    private final long rightFactor;
    private final BigInteger limitMin;
    private final BigInteger limitMax;

    /**
     * Creates an operation.
     *
     * @param min the smallest result that the type can represent, at least that of 64 bits
     * @param max the greatest result that the type can represent, at most that of 64 bits
     */
    public LongArithmetic(
            Arithmetic operation,
            LongNode left,
            LongNode right,
            long leftFactor,
            long rightFactor,
            long min,
            long max) {
        super(left, right);
        this.operation = operation;
        this.left = left;
        this.right = right;
        this.leftFactor = leftFactor;
        this.rightFactor = rightFactor;
        this.limitMin = BigInteger.valueOf(min);
        this.limitMax = BigInteger.valueOf(max);
    }

    @Override
    public boolean isCertain() {
        return false;
    }

    @Override
    boolean compute(BatchColumns batch) {
        if (!setBounds(left.result, right.result)) {
            return false;
        }
        combine(left.result.values, right.result.values, result.buffer(), batch.rows());
        return true;
    }

    private void combine(long[] a, long[] b, long[] target, int rows) {
        if (operation == Arithmetic.MULTIPLY) {
            for (int i = 0; i < rows; i++) {
                target[i] = a[i] * b[i];
            }
            return;
        }
        long factorOfB = operation == Arithmetic.ADD ? rightFactor : -rightFactor;
        for (int i = 0; i < rows; i++) {
            target[i] = a[i] * leftFactor + b[i] * factorOfB;
        }
    }

    /** Whether all results are in the limits. */
    private boolean setBounds(LongValues a, LongValues b) {
        BigInteger lowA = scaled(a.min(), leftFactor);
        BigInteger highA = scaled(a.max(), leftFactor);
        BigInteger lowB = scaled(b.min(), rightFactor);
        BigInteger highB = scaled(b.max(), rightFactor);
        List<BigInteger> corners = switch (operation) {
            case ADD -> List.of(lowA.add(lowB), highA.add(highB));
            case SUBTRACT -> List.of(lowA.subtract(highB), highA.subtract(lowB));
            case MULTIPLY ->
                List.of(lowA.multiply(lowB), lowA.multiply(highB), highA.multiply(lowB), highA.multiply(highB));
        };
        BigInteger min = corners.stream().reduce(BigInteger::min).orElseThrow();
        BigInteger max = corners.stream().reduce(BigInteger::max).orElseThrow();
        if (min.compareTo(limitMin) < 0 || max.compareTo(limitMax) > 0) {
            return false;
        }
        result.setBounds(min.longValueExact(), max.longValueExact());
        return true;
    }

    private static BigInteger scaled(long value, long factor) {
        return BigInteger.valueOf(value).multiply(BigInteger.valueOf(factor));
    }
}
