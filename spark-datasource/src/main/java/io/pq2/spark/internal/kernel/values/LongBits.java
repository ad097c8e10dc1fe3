package io.pq2.spark.internal.kernel.values;

import org.jspecify.annotations.NullUnmarked;

/** Combines the bits of two whole numbers of the same type, which no result can overflow. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class LongBits extends LongNode {

    /** How two bits are combined. */
    public enum Operation {
        AND,
        OR,
        XOR
    }

    private final Operation operation;
    private final LongNode left;
    private final LongNode right;
    private final LongValues result = new LongValues();
    private final Nulls nulls = new Nulls();

    public LongBits(Operation operation, LongNode left, LongNode right) {
        this.operation = operation;
        this.left = left;
        this.right = right;
    }

    @Override
    public boolean isCertain() {
        return left.isCertain() && right.isCertain();
    }

    @Override
    LongValues compute(BatchColumns batch) {
        LongValues a = left.evaluate(batch);
        LongValues b = right.evaluate(batch);
        if (a == null || b == null) {
            return null;
        }
        int rows = batch.rows();
        combine(a.values, b.values, result.buffer(rows), rows);
        result.nulls = nulls.either(a.nulls, b.nulls, rows);
        // No result has more bits than the longer operand.
        long most = bits(a.min) | bits(a.max) | bits(b.min) | bits(b.max);
        result.min = a.min >= 0 && b.min >= 0 ? 0 : ~most;
        result.max = most;
        return result;
    }

    private void combine(long[] a, long[] b, long[] target, int rows) {
        switch (operation) {
            case AND -> {
                for (int i = 0; i < rows; i++) {
                    target[i] = a[i] & b[i];
                }
            }
            case OR -> {
                for (int i = 0; i < rows; i++) {
                    target[i] = a[i] | b[i];
                }
            }
            case XOR -> {
                for (int i = 0; i < rows; i++) {
                    target[i] = a[i] ^ b[i];
                }
            }
        }
    }

    /** Returns the smallest number of ones, as bits, that a value needs in addition to its sign. */
    private static long bits(long value) {
        long magnitude = value ^ value >> 63;
        return magnitude == 0 ? 0 : -1L >>> Long.numberOfLeadingZeros(magnitude);
    }
}
