package io.pq2.spark.internal.kernel.values;

import org.jspecify.annotations.NullUnmarked;

/** Adds, subtracts or multiplies two DOUBLEs. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class DoubleArithmetic extends DoubleNode {

    private final Arithmetic operation;
    private final DoubleNode left;
    private final DoubleNode right;
    private final DoubleValues result = new DoubleValues();
    private final Nulls nulls = new Nulls();

    public DoubleArithmetic(Arithmetic operation, DoubleNode left, DoubleNode right) {
        this.operation = operation;
        this.left = left;
        this.right = right;
    }

    @Override
    public boolean isCertain() {
        return left.isCertain() && right.isCertain();
    }

    @Override
    DoubleValues compute(BatchColumns batch) {
        DoubleValues a = left.evaluate(batch);
        DoubleValues b = right.evaluate(batch);
        if (a == null || b == null) {
            return null;
        }
        int rows = batch.rows();
        double[] target = result.buffer(rows);
        switch (operation) {
            case ADD -> add(a.values, b.values, target, rows);
            case SUBTRACT -> subtract(a.values, b.values, target, rows);
            case MULTIPLY -> multiply(a.values, b.values, target, rows);
        }
        result.nulls = nulls.either(a.nulls, b.nulls, rows);
        return result;
    }

    private static void add(double[] a, double[] b, double[] target, int rows) {
        for (int i = 0; i < rows; i++) {
            target[i] = a[i] + b[i];
        }
    }

    private static void subtract(double[] a, double[] b, double[] target, int rows) {
        for (int i = 0; i < rows; i++) {
            target[i] = a[i] - b[i];
        }
    }

    private static void multiply(double[] a, double[] b, double[] target, int rows) {
        for (int i = 0; i < rows; i++) {
            target[i] = a[i] * b[i];
        }
    }
}
