package io.pq2.spark.internal.batch;

import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.DataType;

/** A grouping column whose values fit 64 bits: numbers, short decimals, dates, timestamps and booleans. */
final class LongKey extends GroupKey {

    private final LongNode column;
    private final LongField field;
    private final LongIndex index = new LongIndex();

    /** @param column a node that can always be evaluated, for values of FLOAT and DOUBLE their bits */
    LongKey(LongNode column, DataType type) {
        this.column = column;
        this.field = new LongField(type);
    }

    @Override
    void number(BatchColumns batch, int[] rows, int count, int[] numbers) {
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
    void write(UnsafeRowWriter writer, int ordinal, int number) {
        if (number == 0) {
            field.writeNull(writer, ordinal);
        } else {
            field.write(writer, ordinal, index.value(number - 1));
        }
    }

    @Override
    long bytes() {
        return index.bytes();
    }

    @Override
    void clear() {
        index.clear();
    }
}
