package io.pq2.spark.internal.kernel.values;

/** Adds, subtracts or multiplies two DOUBLEs. */
public final class DoubleArithmetic extends DoubleNode {

    private final Arithmetic operation;
    private final DoubleNode left;
    private final DoubleNode right;

    public DoubleArithmetic(Arithmetic operation, DoubleNode left, DoubleNode right) {
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

    private void combine(double[] a, double[] b, double[] target, int rows) {
        switch (operation) {
            case ADD -> {
                for (int i = 0; i < rows; i++) {
                    target[i] = a[i] + b[i];
                }
            }
            case SUBTRACT -> {
                for (int i = 0; i < rows; i++) {
                    target[i] = a[i] - b[i];
                }
            }
            case MULTIPLY -> {
                for (int i = 0; i < rows; i++) {
                    target[i] = a[i] * b[i];
                }
            }
        }
    }
}
