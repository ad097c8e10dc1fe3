package io.pq2.spark.internal.kernel.values;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An expression with numbers, evaluated for whole batches. It is null where one of its operands is.
 *
 * @param <V> its values
 */
public abstract class Node<V extends Values> {

    /** The values of the current batch. */
    final V result;

    private final List<Node<?>> operands;
    private int evaluated;
    private boolean isComputed;

    Node(V result, Node<?>... operands) {
        this.result = result;
        this.operands = List.of(operands);
    }

    /**
     * Returns the values of a batch. Evaluates a node once per batch.
     *
     * @return null if it is not certain that all whole numbers in the expression fit their type and 64 bits
     */
    public final @Nullable V evaluate(BatchColumns batch) {
        if (evaluated != batch.number()) {
            result.begin(batch.rows());
            isComputed = evaluateOperands(batch) && compute(batch);
            evaluated = batch.number();
        }
        return isComputed ? result : null;
    }

    private boolean evaluateOperands(BatchColumns batch) {
        for (Node<?> operand : operands) {
            Values values = operand.evaluate(batch);
            if (values == null) {
                return false;
            }
            result.addNulls(values.nulls);
        }
        return true;
    }

    /** Whether all batches can be evaluated. */
    public boolean isCertain() {
        return operands.stream().allMatch(Node::isCertain);
    }

    /**
     * Computes {@link #result}, which has the nulls of the operands, from the results of the operands.
     *
     * @return whether it is certain that all values fit
     */
    abstract boolean compute(BatchColumns batch);
}
