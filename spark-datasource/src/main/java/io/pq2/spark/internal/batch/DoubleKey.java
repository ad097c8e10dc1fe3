package io.pq2.spark.internal.batch;

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.jspecify.annotations.NullUnmarked;

/** A grouping column of FLOAT or DOUBLE. As in Spark, all NaN are one value, and so are the zeros. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
final class DoubleKey extends GroupKey {

    private final DoubleColumn column;
    private final FloatingField field;
    private final LongIndex index = new LongIndex();
    private final LongValues bits = new LongValues();

    DoubleKey(int ordinal, boolean isFloat) {
        this.column = new DoubleColumn(ordinal, isFloat);
        this.field = new FloatingField(isFloat);
    }

    @Override
    void number(BatchColumns batch, int[] rows, int count, int[] numbers) {
        DoubleValues numbersOfColumn = column.evaluate(batch);
        long[] target = bits.buffer(batch.rows());
        for (int i = 0; i < count; i++) {
            target[rows[i]] = FloatingField.bits(numbersOfColumn.values[rows[i]]);
        }
        bits.nulls = numbersOfColumn.nulls;
        // Bits have no small range.
        bits.min = Long.MIN_VALUE;
        bits.max = Long.MAX_VALUE;
        index.number(bits, rows, count, numbers);
    }

    @Override
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int ordinal, int row) {
        DoubleValues values = column.evaluate(batch);
        if (values.nulls != null && values.nulls[row]) {
            writer.setNullAt(ordinal);
        } else {
            field.write(writer, ordinal, FloatingField.bits(values.values[row]));
        }
    }

    @Override
    void write(UnsafeRowWriter writer, int ordinal, int number) {
        if (number == 0) {
            writer.setNullAt(ordinal);
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
