package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.Sizes;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.vectorized.ColumnVector;

/** COUNT: the rows in which none of some columns is null. */
public final class CountRows extends Accumulator {

    private final int[] ordinals;
    private long[] counts = {};
    /** The columns that may have nulls in the prepared batch. */
    private ColumnVector[] withNull = {};

    public CountRows(int[] ordinals) {
        this.ordinals = ordinals.clone();
    }

    @Override
    boolean prepare(BatchColumns batch) {
        withNull = Arrays.stream(ordinals)
                .mapToObj(batch::column)
                .filter(ColumnVector::hasNull)
                .toArray(ColumnVector[]::new);
        return true;
    }

    @Override
    void resize(int groups) {
        counts = Sizes.grown(counts, groups);
    }

    @Override
    void addAll(BatchColumns batch, int[] rows, int count, int[] groups) {
        if (groups == null && withNull.length == 0) {
            counts[0] += count;
            return;
        }
        ColumnVector only = withNull.length == 1 ? withNull[0] : null;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            boolean isNull = only == null ? hasNull(row) : only.isNullAt(row);
            counts[groups == null ? 0 : groups[row]] += isNull ? 0 : 1;
        }
    }

    private boolean hasNull(int row) {
        for (ColumnVector column : withNull) {
            if (column.isNullAt(row)) {
                return true;
            }
        }
        return false;
    }

    @Override
    void addRowGroup(BatchColumns batch, FooterBatch rowGroup, int[] rows, int[] groups) {
        long count = ordinals.length == 0 ? rowGroup.rowCount() : rowGroup.count(ordinals[0]);
        counts[groups == null ? 0 : groups[0]] += count;
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
    void writeAdded(BatchColumns batch, UnsafeRowWriter writer, int field, int row) {
        writer.write(field, hasNull(row) ? 0L : 1L);
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
