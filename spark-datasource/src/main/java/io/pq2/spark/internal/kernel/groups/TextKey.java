package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.Sizes;
import io.pq2.spark.internal.vectors.BytesColumnVector;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.NullUnmarked;

/** A grouping column of strings. Looks up each entry of a dictionary once. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class TextKey extends GroupKey {

    private final int ordinal;
    private final TextIndex values = new TextIndex();

    private UTF8String[] entries;
    /** The number of each entry; 0 before it is seen. */
    private int[] numbersOfEntries = {};

    public TextKey(int ordinal) {
        this.ordinal = ordinal;
    }

    @Override
    public void number(BatchColumns batch, int[] rows, int count, int[] numbers) {
        ColumnVector column = batch.column(ordinal);
        boolean hasNull = column.hasNull();
        if (column instanceof BytesColumnVector bytes && bytes.entries() != null) {
            numberEntries(bytes, hasNull, rows, count, numbers);
            return;
        }
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            numbers[row] = hasNull && column.isNullAt(row) ? 0 : values.numberOf(column.getUTF8String(row));
        }
    }

    private void numberEntries(BytesColumnVector column, boolean hasNull, int[] rows, int count, int[] numbers) {
        if (column.entries() != entries) {
            entries = column.entries();
            numbersOfEntries = new int[entries.length];
        }
        int[] ids = column.ids();
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (hasNull && column.isNullAt(row)) {
                numbers[row] = 0;
                continue;
            }
            int id = ids[row];
            int number = numbersOfEntries[id];
            if (number == 0) {
                number = values.numberOf(entries[id]);
                numbersOfEntries[id] = number;
            }
            numbers[row] = number;
        }
    }

    @Override
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int field, int row) {
        UTF8String value = batch.column(ordinal).getUTF8String(row);
        if (value == null) {
            writer.setNullAt(field);
        } else {
            writer.write(field, value);
        }
    }

    @Override
    public void write(UnsafeRowWriter writer, int field, int number) {
        if (number == 0) {
            writer.setNullAt(field);
        } else {
            writer.write(field, values.value(number));
        }
    }

    @Override
    public long bytes() {
        return values.bytes() + Sizes.bytes(numbersOfEntries);
    }

    @Override
    long textBytes() {
        return values.textBytes();
    }

    @Override
    public void clear() {
        values.clear();
        entries = null;
        numbersOfEntries = new int[0];
    }
}
