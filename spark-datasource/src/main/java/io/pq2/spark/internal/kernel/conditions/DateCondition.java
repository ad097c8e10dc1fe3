package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.NullUnmarked;

/**
 * Tests dates with the code that Spark generates for a condition. Remembers the results for {@value #SLOTS} successive
 * days, more than 40 years, so that most dates are tested once.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class DateCondition extends RowCondition {

    private static final int SLOTS = 16_384;
    private static final byte TRUE = 1;
    private static final byte OTHER = 2;

    private final LongNode dates;
    private final ValueCondition condition;
    /** The date of each slot, which is the date modulo the number of slots. */
    private int[] datesOfSlots = {};
    /** The result for the date of each slot; 0 if there is none. */
    private byte[] results = {};

    /**
     * Creates a test.
     *
     * @param dates days since 1970-01-01, which can always be evaluated
     * @param code generates code for a condition on rows with the date alone, which never throws
     */
    public DateCondition(LongNode dates, Supplier<Predicate<InternalRow>> code) {
        this.dates = dates;
        this.condition = new ValueCondition(code);
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        if (results.length == 0) {
            datesOfSlots = new int[SLOTS];
            results = new byte[SLOTS];
        }
        LongValues values = Objects.requireNonNull(dates.evaluate(batch));
        boolean[] nulls = values.nulls;
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            boolean passes = nulls != null && nulls[row] ? condition.nullPasses() : passes((int) values.values[row]);
            selected[remaining] = row;
            remaining += passes ? 1 : 0;
        }
        return remaining;
    }

    private boolean passes(int date) {
        int slot = date & SLOTS - 1;
        byte result = results[slot];
        return datesOfSlots[slot] == date && result != 0 ? result == TRUE : test(date, slot);
    }

    private boolean test(int date, int slot) {
        boolean passes = condition.passes(date);
        datesOfSlots[slot] = date;
        results[slot] = passes ? TRUE : OTHER;
        return passes;
    }
}
