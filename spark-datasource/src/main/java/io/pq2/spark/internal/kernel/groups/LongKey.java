package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongField;
import io.pq2.spark.internal.kernel.values.LongIndex;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.DataType;

/** A grouping column whose values fit 64 bits: numbers, short decimals, dates, timestamps and booleans. */
public final class LongKey extends GroupKey {

    private final LongNode column;
    private final LongField field;
    private final LongIndex index = new LongIndex();

    /** @param column a node that can always be evaluated, for values of FLOAT and DOUBLE their bits */
    public LongKey(LongNode column, DataType type) {
        this.column = column;
        this.field = new LongField(type);
    }

    @Override
    public void number(BatchColumns batch, int[] rows, int count, int[] numbers) {
        index.number(Objects.requireNonNull(column.evaluate(batch)), rows, count, numbers);
    }

    @Override
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int ordinal, int row) {
        LongValues values = Objects.requireNonNull(column.evaluate(batch));
        if (values.nulls != null && values.nulls[row]) {
            field.writeNull(writer, ordinal);
        } else {
            field.write(writer, ordinal, values.values[row]);
        }
    }

    @Override
    public void write(UnsafeRowWriter writer, int ordinal, int number) {
        if (number == 0) {
            field.writeNull(writer, ordinal);
        } else {
            field.write(writer, ordinal, index.value(number - 1));
        }
    }

    @Override
    public long bytes() {
        return index.bytes();
    }

    @Override
    public void clear() {
        index.clear();
    }
}
