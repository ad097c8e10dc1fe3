package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongField;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import io.pq2.spark.internal.kernel.values.Sizes;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.DataType;

/** MIN or MAX of whole numbers, decimals, dates, timestamps or booleans. */
public final class LongExtreme extends Accumulator {

    private final LongNode argument;
    private final boolean isMax;
    private final LongField field;
    private long[] extremes = {};
    private boolean[] found = {};

    public LongExtreme(LongNode argument, boolean isMax, DataType type) {
        this.argument = argument;
        this.isMax = isMax;
        this.field = new LongField(type);
    }

    @Override
    boolean prepare(BatchColumns batch) {
        return argument.evaluate(batch) != null;
    }

    @Override
    void resize(int groups) {
        extremes = Sizes.grown(extremes, groups);
        found = Sizes.grown(found, groups);
    }

    @Override
    void add(BatchColumns batch, int[] rows, int count, int[] groups) {
        LongValues values = Objects.requireNonNull(argument.evaluate(batch));
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (values.nulls != null && values.nulls[row]) {
                continue;
            }
            int group = groups[row];
            long value = values.values[row];
            if (!found[group]) {
                extremes[group] = value;
                found[group] = true;
            } else {
                extremes[group] = isMax ? Math.max(extremes[group], value) : Math.min(extremes[group], value);
            }
        }
    }

    @Override
    void addRowGroup(BatchColumns batch, FooterBatch rowGroup, int[] rows, int[] groups) {
        add(batch, rows, rowGroup.numRows(), groups);
    }

    @Override
    int fields() {
        return 1;
    }

    @Override
    public void write(UnsafeRowWriter writer, int ordinal, int group) {
        if (found[group]) {
            field.write(writer, ordinal, extremes[group]);
        } else {
            field.writeNull(writer, ordinal);
        }
    }

    @Override
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int ordinal, int row) {
        LongValues values = Objects.requireNonNull(argument.evaluate(batch));
        if (values.nulls != null && values.nulls[row]) {
            writeEmpty(writer, ordinal);
        } else {
            field.write(writer, ordinal, values.values[row]);
        }
    }

    @Override
    void writeEmpty(UnsafeRowWriter writer, int ordinal) {
        field.writeNull(writer, ordinal);
    }

    @Override
    public long bytes() {
        return Sizes.bytes(extremes) + Sizes.bytes(found);
    }

    @Override
    public void clear() {
        extremes = new long[0];
        found = new boolean[0];
    }
}
