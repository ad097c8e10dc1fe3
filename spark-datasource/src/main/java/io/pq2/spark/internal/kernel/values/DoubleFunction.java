package io.pq2.spark.internal.kernel.values;

import java.util.function.DoubleUnaryOperator;

/** A function of DOUBLEs, evaluated for each row of a batch. */
public final class DoubleFunction extends DoubleNode {

    private final DoubleNode number;
    private final DoubleUnaryOperator function;

    /** @param function a function that returns a number for every number, and null in Spark only for null */
    public DoubleFunction(DoubleNode number, DoubleUnaryOperator function) {
        super(number);
        this.number = number;
        this.function = function;
    }

    @Override
    boolean compute(BatchColumns batch) {
        double[] numbers = number.result.values;
        double[] target = result.buffer();
        for (int i = 0; i < batch.rows(); i++) {
            target[i] = function.applyAsDouble(numbers[i]);
        }
        return true;
    }
}
