package io.pq2.spark.internal.kernel.values;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/**
 * Adds, subtracts or multiplies two whole numbers or decimals, each times a power of ten that gives them the scale of
 * the result. Computes nothing unless the bounds of the operands show that no result overflows.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class LongArithmetic extends LongNode {

    private final Arithmetic operation;
    private final LongNode left;
    private final LongNode right;
    private final long leftFactor;
    private final long rightFactor;
    private final BigInteger limitMin;
    private final BigInteger limitMax;
    private final LongValues result = new LongValues();
    private final Nulls nulls = new Nulls();

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
    LongValues compute(BatchColumns batch) {
        LongValues a = left.evaluate(batch);
        LongValues b = right.evaluate(batch);
        if (a == null || b == null || !setBounds(a, b)) {
            return null;
        }
        int rows = batch.rows();
        long[] target = result.buffer(rows);
        switch (operation) {
            case ADD -> add(a.values, b.values, leftFactor, rightFactor, target, rows);
            case SUBTRACT -> add(a.values, b.values, leftFactor, -rightFactor, target, rows);
            case MULTIPLY -> multiply(a.values, b.values, target, rows);
        }
        result.nulls = nulls.either(a.nulls, b.nulls, rows);
        return result;
    }

    private static void add(long[] a, long[] b, long factorOfA, long factorOfB, long[] target, int rows) {
        for (int i = 0; i < rows; i++) {
            target[i] = a[i] * factorOfA + b[i] * factorOfB;
        }
    }

    private static void multiply(long[] a, long[] b, long[] target, int rows) {
        for (int i = 0; i < rows; i++) {
            target[i] = a[i] * b[i];
        }
    }

    /** Whether all results are in the limits. */
    private boolean setBounds(LongValues a, LongValues b) {
        BigInteger lowA = scaled(a.min, leftFactor);
        BigInteger highA = scaled(a.max, leftFactor);
        BigInteger lowB = scaled(b.min, rightFactor);
        BigInteger highB = scaled(b.max, rightFactor);
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
        result.min = min.longValueExact();
        result.max = max.longValueExact();
        return true;
    }

    private static BigInteger scaled(long value, long factor) {
        return BigInteger.valueOf(value).multiply(BigInteger.valueOf(factor));
    }
}
