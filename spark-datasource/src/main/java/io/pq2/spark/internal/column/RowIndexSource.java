package io.pq2.spark.internal.column;

import io.pq2.vector.Vector;
import java.util.function.IntToLongFunction;
import org.apache.spark.sql.types.DataTypes;

/** The position of each row in its file, from 0. */
public final class RowIndexSource implements ColumnSource {

    private final LongColumnVector column = new LongColumnVector(DataTypes.LongType);
    private IntToLongFunction positions = slot -> slot;

    /** Sets the positions of the next slots' rows. */
    public void at(IntToLongFunction next) {
        positions = next;
    }

    @Override
    public LongColumnVector column() {
        return column;
    }

    @Override
    public void show(Vector vector, int length) {
        long[] rows = column.scratch(length);
        for (int i = 0; i < length; i++) {
            rows[i] = positions.applyAsLong(i);
        }
        column.show(length, rows, null);
    }
}
