package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.conditions.RowCondition;
import io.pq2.spark.internal.kernel.values.BatchColumns;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;

/** Aggregates only the rows for which a condition is true. */
public final class FilteredAccumulator extends Accumulator {

    private final RowCondition condition;
    private final Accumulator accumulator;
    private final int[] single = new int[1];
    private int[] selected = {};

    public FilteredAccumulator(RowCondition condition, Accumulator accumulator) {
        this.condition = condition;
        this.accumulator = accumulator;
    }

    @Override
    boolean prepare(BatchColumns batch) {
        return accumulator.prepare(batch);
    }

    @Override
    void resize(int groups) {
        accumulator.resize(groups);
    }

    @Override
    void add(BatchColumns batch, int[] rows, int count, int[] groups) {
        if (selected.length < count) {
            selected = new int[rows.length];
        }
        accumulator.add(batch, selected, condition.select(batch, rows, count, selected), groups);
    }

    @Override
    int fields() {
        return accumulator.fields();
    }

    @Override
    public void write(UnsafeRowWriter writer, int field, int group) {
        accumulator.write(writer, field, group);
    }

    @Override
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int field, int row) {
        single[0] = row;
        if (condition.select(batch, single, 1, single) == 1) {
            accumulator.writeRow(batch, writer, field, row);
        } else {
            accumulator.writeEmpty(writer, field);
        }
    }

    @Override
    void writeEmpty(UnsafeRowWriter writer, int field) {
        accumulator.writeEmpty(writer, field);
    }

    @Override
    public long bytes() {
        return accumulator.bytes();
    }

    @Override
    public void clear() {
        accumulator.clear();
    }
}
