package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.DoubleNode;
import io.pq2.spark.internal.kernel.values.DoubleValues;
import io.pq2.spark.internal.kernel.values.Sizes;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.catalyst.util.SQLOrderingUtil;

/** MIN or MAX of FLOAT or DOUBLE in Spark's order. Of equal values, such as both zeros, the first one stays. */
public final class DoubleExtreme extends Accumulator {

    private final DoubleNode argument;
    private final boolean isMax;
    private final boolean isFloat;
    private double[] extremes = {};
    private boolean[] found = {};

    public DoubleExtreme(DoubleNode argument, boolean isMax, boolean isFloat) {
        this.argument = argument;
        this.isMax = isMax;
        this.isFloat = isFloat;
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
        DoubleValues values = Objects.requireNonNull(argument.evaluate(batch));
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (values.nulls == null || !values.nulls[row]) {
                int group = groups[row];
                double value = values.values[row];
                if (!found[group] || replaces(value, extremes[group])) {
                    extremes[group] = value;
                    found[group] = true;
                }
            }
        }
    }

    private boolean replaces(double value, double extreme) {
        int comparison = SQLOrderingUtil.compareDoubles(value, extreme);
        return isMax ? comparison > 0 : comparison < 0;
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
    public void write(UnsafeRowWriter writer, int field, int group) {
        if (found[group]) {
            write(writer, field, extremes[group]);
        } else {
            writeEmpty(writer, field);
        }
    }

    private void write(UnsafeRowWriter writer, int field, double value) {
        if (isFloat) {
            writer.write(field, (float) value);
        } else {
            writer.write(field, value);
        }
    }

    @Override
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int field, int row) {
        DoubleValues values = Objects.requireNonNull(argument.evaluate(batch));
        if (values.nulls != null && values.nulls[row]) {
            writeEmpty(writer, field);
        } else {
            write(writer, field, values.values[row]);
        }
    }

    @Override
    void writeEmpty(UnsafeRowWriter writer, int field) {
        writer.setNullAt(field);
    }

    @Override
    public long bytes() {
        return Sizes.bytes(extremes) + Sizes.bytes(found);
    }

    @Override
    public void clear() {
        extremes = new double[0];
        found = new boolean[0];
    }
}
