package io.pq2.spark.internal.kernel.values;

import org.jspecify.annotations.Nullable;

/** An expression with DOUBLE values, evaluated for whole batches. */
public abstract class DoubleNode {

    private int evaluated;
    private @Nullable DoubleValues result;

    /**
     * Returns the values of a batch. Evaluates a node once per batch.
     *
     * @return null if a whole number in the expression may not fit its type
     */
    public final @Nullable DoubleValues evaluate(BatchColumns batch) {
        if (evaluated != batch.number()) {
            result = compute(batch);
            evaluated = batch.number();
        }
        return result;
    }

    /** Whether all batches can be evaluated. */
    public boolean isCertain() {
        return true;
    }

    abstract @Nullable DoubleValues compute(BatchColumns batch);
}
