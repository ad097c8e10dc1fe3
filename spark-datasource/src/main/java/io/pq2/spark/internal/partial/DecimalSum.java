package io.pq2.spark.internal.partial;

import java.util.Arrays;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.DecimalType;

/** SUM of decimals. The buffer is the sum, at first 0 and null after an overflow, and whether there is no value. */
final class DecimalSum extends Accumulator {

    private final LongNode argument;
    private final DecimalType type;
    private final LongField field;
    private final WideSum sums = new WideSum();
    private boolean[] found = {};

    DecimalSum(LongNode argument, DecimalType type) {
        this.argument = argument;
        this.type = type;
        this.field = new LongField(type);
    }

    @Override
    boolean prepare(BatchColumns batch) {
        return argument.evaluate(batch) != null;
    }

    @Override
    void resize(int groups) {
        sums.resize(groups);
        found = Sizes.grown(found, groups);
    }

    @Override
    void add(BatchColumns batch, int[] rows, int count, int[] groups) {
        LongValues values = Objects.requireNonNull(argument.evaluate(batch));
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (values.nulls == null || !values.nulls[row]) {
                int group = groups[row];
                sums.add(group, values.values[row]);
                found[group] = true;
            }
        }
    }

    @Override
    int fields() {
        return 2;
    }

    @Override
    void write(UnsafeRowWriter writer, int field, int group) {
        sums.write(writer, field, group, type);
        writer.write(field + 1, !found[group]);
    }

    @Override
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int ordinal, int row) {
        LongValues values = Objects.requireNonNull(argument.evaluate(batch));
        if (values.nulls != null && values.nulls[row]) {
            writeEmpty(writer, ordinal);
        } else {
            field.write(writer, ordinal, values.values[row]);
            writer.write(ordinal + 1, false);
        }
    }

    @Override
    void writeEmpty(UnsafeRowWriter writer, int ordinal) {
        field.write(writer, ordinal, 0);
        writer.write(ordinal + 1, true);
    }

    @Override
    void clear() {
        sums.clear();
        Arrays.fill(found, false);
    }
}
