package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import io.pq2.spark.internal.kernel.values.Sizes;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;

/** SUM of whole numbers. The buffer is the sum, which is null before the first value. */
public final class LongSum extends Accumulator {

    private final LongNode argument;
    /** Whether a sum beyond 64 bits wraps around. */
    private final boolean wraps;

    private long[] sums = {};
    private boolean[] found = {};
    /** No sum has a greater absolute value. */
    private long bound;

    public LongSum(LongNode argument, boolean wraps) {
        this.argument = argument;
        this.wraps = wraps;
    }

    @Override
    boolean prepare(BatchColumns batch) {
        LongValues values = argument.evaluate(batch);
        if (values == null || wraps) {
            return values != null;
        }
        if (!canAdd(values.magnitude(), batch.rows())) {
            bound = greatest();
            if (!canAdd(values.magnitude(), batch.rows())) {
                return false;
            }
        }
        bound += values.magnitude() * batch.rows();
        return true;
    }

    /** Whether no sum can exceed 64 bits. The greatest long as magnitude or bound may mean a greater number. */
    private boolean canAdd(long magnitude, int rows) {
        return magnitude == 0
                || magnitude < Long.MAX_VALUE && bound < Long.MAX_VALUE && rows <= (Long.MAX_VALUE - bound) / magnitude;
    }

    private long greatest() {
        long greatest = 0;
        for (long sum : sums) {
            greatest = Math.max(greatest, LongValues.magnitude(sum));
        }
        return greatest;
    }

    @Override
    void resize(int groups) {
        sums = Sizes.grown(sums, groups);
        found = Sizes.grown(found, groups);
    }

    @Override
    void add(BatchColumns batch, int[] rows, int count, int[] groups) {
        LongValues values = Objects.requireNonNull(argument.evaluate(batch));
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (values.nulls == null || !values.nulls[row]) {
                int group = groups[row];
                sums[group] += values.values[row];
                found[group] = true;
            }
        }
    }

    @Override
    int fields() {
        return 1;
    }

    @Override
    public void write(UnsafeRowWriter writer, int field, int group) {
        if (found[group]) {
            writer.write(field, sums[group]);
        } else {
            writer.setNullAt(field);
        }
    }

    @Override
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int field, int row) {
        LongValues values = Objects.requireNonNull(argument.evaluate(batch));
        if (values.nulls != null && values.nulls[row]) {
            writeEmpty(writer, field);
        } else {
            writer.write(field, values.values[row]);
        }
    }

    @Override
    void writeEmpty(UnsafeRowWriter writer, int field) {
        writer.setNullAt(field);
    }

    @Override
    public long bytes() {
        return Sizes.bytes(sums) + Sizes.bytes(found);
    }

    @Override
    public void clear() {
        sums = new long[0];
        found = new boolean[0];
        bound = 0;
    }
}
