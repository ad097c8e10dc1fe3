package io.pq2.spark.internal.kernel.values;

/** Combines the bits of two whole numbers of the same type, which no result can overflow. */
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

    public LongBits(Operation operation, LongNode left, LongNode right) {
        super(left, right);
        this.operation = operation;
        this.left = left;
        this.right = right;
    }

    @Override
    boolean compute(BatchColumns batch) {
        combine(left.result.values, right.result.values, result.buffer(), batch.rows());
        return true;
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
}
