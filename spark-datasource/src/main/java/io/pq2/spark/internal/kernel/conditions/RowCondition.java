package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.Node;
import java.util.List;

/** A condition, which selects the rows of a batch for which it is true. */
public abstract class RowCondition {

    /** Returned in place of a number of rows if a condition fails for one of them. */
    static final int NOT_TESTED = -1;

    private final List<Node<?>> operands;

    /** @param operands the numbers that the condition is about */
    RowCondition(Node<?>... operands) {
        this.operands = List.of(operands);
    }

    /** Whether the condition can be tested on all batches, and fails for no value. */
    public boolean isCertain() {
        return operands.stream().allMatch(Node::isCertain);
    }

    /** Whether the condition can be tested on a batch, because no intermediate result overflows. */
    boolean canTest(BatchColumns batch) {
        return operands.stream().allMatch(operand -> operand.evaluate(batch) != null);
    }

    /**
     * Selects rows of a batch that the condition can be tested on.
     *
     * @param rows the indexes of the rows to test, ascending
     * @param count the number of rows to test
     * @param selected receives the indexes of the rows for which the condition is true, ascending; may be {@code rows}
     * @return the number of selected rows; {@link #NOT_TESTED} if a condition fails that is not a part of another one,
     *     and {@code selected} is unchanged
     */
    public abstract int select(BatchColumns batch, int[] rows, int count, int[] selected);
}
