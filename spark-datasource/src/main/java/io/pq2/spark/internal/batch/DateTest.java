package io.pq2.spark.internal.batch;

import io.pq2.spark.internal.column.IntColumnVector;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.NullUnmarked;

/**
 * Tests the dates of one column with the code that Spark generates for a condition. Remembers the results for {@value
 * #SLOTS} successive days, more than 40 years, so that most dates are tested once.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
final class DateTest extends RowTest {

    private static final int SLOTS = 16_384;
    private static final byte TRUE = 1;
    private static final byte OTHER = 2;

    private final int ordinal;
    private final ValueCondition condition;
    /** The date of each slot, which is the date modulo the number of slots. */
    private int[] dates = {};
    /** The result for the date of each slot; 0 if there is none. */
    private byte[] results = {};

    /** @param code generates code for a condition on rows with the column alone, which never throws */
    DateTest(int ordinal, Supplier<Predicate<InternalRow>> code) {
        this.ordinal = ordinal;
        this.condition = new ValueCondition(code);
    }

    @Override
    int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        if (dates.length == 0) {
            dates = new int[SLOTS];
            results = new byte[SLOTS];
        }
        ColumnVector column = batch.column(ordinal);
        boolean hasNull = column.hasNull();
        if (!hasNull && column instanceof IntColumnVector ints) {
            return select(ints.values(), rows, count, selected);
        }
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            selected[remaining] = row;
            remaining +=
                    (hasNull && column.isNullAt(row) ? condition.nullPasses() : passes(column.getInt(row))) ? 1 : 0;
        }
        return remaining;
    }

    private int select(int[] values, int[] rows, int count, int[] selected) {
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            selected[remaining] = row;
            remaining += passes(values[row]) ? 1 : 0;
        }
        return remaining;
    }

    private boolean passes(int date) {
        int slot = date & SLOTS - 1;
        byte result = results[slot];
        return dates[slot] == date && result != 0 ? result == TRUE : test(date, slot);
    }

    private boolean test(int date, int slot) {
        boolean passes = condition.passes(date);
        dates[slot] = date;
        results[slot] = passes ? TRUE : OTHER;
        return passes;
    }
}
