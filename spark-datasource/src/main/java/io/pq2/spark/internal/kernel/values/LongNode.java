package io.pq2.spark.internal.kernel.values;

import org.jspecify.annotations.Nullable;

/** An expression with whole numbers or decimals, evaluated for whole batches. */
public abstract class LongNode {

    private int evaluated;
    private @Nullable LongValues result;

    /**
     * Returns the values of a batch, with their bounds. Evaluates a node once per batch.
     *
     * @return null if it is not certain that all values fit their type and 64 bits
     */
    public final @Nullable LongValues evaluate(BatchColumns batch) {
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

    abstract @Nullable LongValues compute(BatchColumns batch);
}
