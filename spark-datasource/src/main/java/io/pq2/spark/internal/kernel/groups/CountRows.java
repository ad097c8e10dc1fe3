package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.Sizes;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.vectorized.ColumnVector;

/** COUNT: the rows in which none of some columns is null. */
public final class CountRows extends Accumulator {

    private final int[] ordinals;
    private long[] counts = {};

    public CountRows(int[] ordinals) {
        this.ordinals = ordinals.clone();
    }

    @Override
    boolean prepare(BatchColumns batch) {
        return true;
    }

    @Override
    void resize(int groups) {
        counts = Sizes.grown(counts, groups);
    }

    @Override
    void add(BatchColumns batch, int[] rows, int count, int[] groups) {
        if (ordinals.length == 1) {
            countValues(batch.column(ordinals[0]), rows, count, groups);
            return;
        }
        for (int i = 0; i < count; i++) {
            boolean hasNull = false;
            for (int ordinal : ordinals) {
                hasNull |= batch.column(ordinal).isNullAt(rows[i]);
            }
            counts[groups[rows[i]]] += hasNull ? 0 : 1;
        }
    }

    @Override
    void addRowGroup(BatchColumns batch, FooterBatch rowGroup, int[] rows, int[] groups) {
        counts[groups[0]] += ordinals.length == 0 ? rowGroup.rowCount() : rowGroup.count(ordinals[0]);
    }

    private void countValues(ColumnVector column, int[] rows, int count, int[] groups) {
        boolean mayBeNull = column.hasNull();
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            counts[groups[row]] += mayBeNull && column.isNullAt(row) ? 0 : 1;
        }
    }

    @Override
    int fields() {
        return 1;
    }

    @Override
    public void write(UnsafeRowWriter writer, int field, int group) {
        writer.write(field, counts[group]);
    }

    @Override
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int field, int row) {
        boolean hasNull = false;
        for (int ordinal : ordinals) {
            hasNull |= batch.column(ordinal).isNullAt(row);
        }
        writer.write(field, hasNull ? 0L : 1L);
    }

    @Override
    void writeEmpty(UnsafeRowWriter writer, int field) {
        writer.write(field, 0L);
    }

    @Override
    public long bytes() {
        return Sizes.bytes(counts);
    }

    @Override
    public void clear() {
        counts = new long[0];
    }
}
