package io.pq2.spark.internal.kernel.values;

import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.NullUnmarked;

/** A function of DOUBLEs, evaluated for each row of a batch. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class DoubleFunction extends DoubleNode {

    private final DoubleNode number;
    private final DoubleUnaryOperator function;
    private final DoubleValues result = new DoubleValues();

    /** @param function a function that returns a number for every number, and null in Spark only for null */
    public DoubleFunction(DoubleNode number, DoubleUnaryOperator function) {
        this.number = number;
        this.function = function;
    }

    @Override
    public boolean isCertain() {
        return number.isCertain();
    }

    @Override
    DoubleValues compute(BatchColumns batch) {
        DoubleValues numbers = number.evaluate(batch);
        if (numbers == null) {
            return null;
        }
        double[] target = result.buffer(batch.rows());
        for (int i = 0; i < batch.rows(); i++) {
            target[i] = function.applyAsDouble(numbers.values[i]);
        }
        result.nulls = numbers.nulls;
        return result;
    }
}
