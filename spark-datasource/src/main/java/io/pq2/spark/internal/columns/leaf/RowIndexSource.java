package io.pq2.spark.internal.columns.leaf;

import io.pq2.spark.internal.vectors.LongColumnVector;
import io.pq2.vector.Vector;
import java.util.function.IntToLongFunction;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/** Shows the position of each row in its file, counted from 0. */
public final class RowIndexSource implements ColumnSource {

    private final LongColumnVector column = new LongColumnVector(DataTypes.LongType);
    private IntToLongFunction positions = slot -> slot;

    /** Sets the positions of the rows of the next slots. */
    public void positions(IntToLongFunction next) {
        positions = next;
    }

    @Override
    public LongColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        long[] rows = column.scratch(length);
        for (int i = 0; i < length; i++) {
            rows[i] = positions.applyAsLong(i);
        }
        column.show(length, rows, null);
    }
}
