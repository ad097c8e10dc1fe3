package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import org.apache.spark.sql.types.DataTypes;

/** SUM of whole numbers. */
public final class LongSum extends LongAccumulator {

    /** Whether a sum beyond 64 bits wraps around. */
    private final boolean wraps;
    /** No sum has a greater absolute value. */
    private long bound;

    public LongSum(LongNode argument, boolean wraps) {
        super(argument, DataTypes.LongType, false);
        this.wraps = wraps;
    }

    @Override
    boolean prepare(BatchColumns batch) {
        boolean isEvaluated = super.prepare(batch);
        if (!isEvaluated || wraps) {
            return isEvaluated;
        }
        LongValues arguments = arguments(batch);
        if (raiseBound(arguments.limit(), batch.rows()) || raiseBound(arguments.magnitude(), batch.rows())) {
            return true;
        }
        bound = greatest();
        return raiseBound(arguments.magnitude(), batch.rows());
    }

    /**
     * Raises the bound by what rows may add, unless a sum could exceed 64 bits.
     *
     * @param magnitude the greatest absolute value of a row. The greatest long may mean a greater number; in the bound
     *     too
     */
    private boolean raiseBound(long magnitude, int rows) {
        boolean fits = magnitude == 0
                || magnitude < Long.MAX_VALUE && bound < Long.MAX_VALUE && rows <= (Long.MAX_VALUE - bound) / magnitude;
        bound += fits ? magnitude * rows : 0;
        return fits;
    }

    private long greatest() {
        long greatest = 0;
        for (long sum : results) {
            greatest = Math.max(greatest, LongValues.magnitude(sum));
        }
        return greatest;
    }

    @Override
    void addAll(BatchColumns batch, int[] rows, int count, int[] groups) {
        LongValues arguments = arguments(batch);
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (!arguments.isNull(row)) {
                int group = groups == null ? 0 : groups[row];
                results[group] += arguments.values[row];
                count(group);
            }
        }
    }

    @Override
    public void clear() {
        super.clear();
        bound = 0;
    }
}
