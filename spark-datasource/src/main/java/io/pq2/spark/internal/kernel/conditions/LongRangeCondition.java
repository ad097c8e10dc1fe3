package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongColumn;
import io.pq2.spark.internal.kernel.values.LongConstant;
import io.pq2.spark.internal.vectors.IntColumnVector;
import io.pq2.spark.internal.vectors.LongColumnVector;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.NullUnmarked;

/** Compares a column with a constant. Reads only the values of the rows to test. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class LongRangeCondition extends RowCondition {

    private final int ordinal;
    /** Whether columns of INT32 have the values as they are. */
    private final boolean hasInts;
    /** Whether values from {@code min} to {@code max}, both inclusive, pass; otherwise all others do. */
    private final boolean inside;

    private final long min;
    private final long max;
    private final RowCondition onCopy;

    /** @param type a type whose values fit 64 bits */
    public LongRangeCondition(Relation relation, int ordinal, DataType type, long constant) {
        this.ordinal = ordinal;
        this.hasInts = !(type instanceof ByteType || type instanceof ShortType);
        this.onCopy = new LongComparison(relation, new LongColumn(ordinal, type), new LongConstant(constant));
        switch (relation) {
            case EQUAL, NOT_EQUAL -> {
                min = constant;
                max = constant;
            }
            case LESS, GREATER_OR_EQUAL -> {
                min = constant;
                max = Long.MAX_VALUE;
            }
            default -> {
                min = Long.MIN_VALUE;
                max = constant;
            }
        }
        inside = relation == Relation.EQUAL
                || relation == Relation.LESS_OR_EQUAL
                || relation == Relation.GREATER_OR_EQUAL;
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        ColumnVector column = batch.column(ordinal);
        int remaining;
        if (column instanceof LongColumnVector longs) {
            remaining = select(longs.values(), rows, count, selected);
        } else if (hasInts && column instanceof IntColumnVector ints) {
            remaining = select(ints.values(), rows, count, selected);
        } else {
            return onCopy.select(batch, rows, count, selected);
        }
        return column.hasNull() ? withoutNulls(column, selected, remaining) : remaining;
    }

    private int select(long[] values, int[] rows, int count, int[] selected) {
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            long value = values[row];
            selected[remaining] = row;
            remaining += (value >= min && value <= max) == inside ? 1 : 0;
        }
        return remaining;
    }

    private int select(int[] values, int[] rows, int count, int[] selected) {
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            int value = values[row];
            selected[remaining] = row;
            remaining += (value >= min && value <= max) == inside ? 1 : 0;
        }
        return remaining;
    }

    private static int withoutNulls(ColumnVector column, int[] selected, int count) {
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = selected[i];
            selected[remaining] = row;
            remaining += column.isNullAt(row) ? 0 : 1;
        }
        return remaining;
    }
}
