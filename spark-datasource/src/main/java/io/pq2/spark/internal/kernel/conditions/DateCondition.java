package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongNode;
import io.pq2.spark.internal.kernel.values.LongValues;
import java.util.Arrays;
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
    /** In place of a result before it is known. */
    private static final byte UNKNOWN = -1;

    private final LongNode dates;
    private final ValueCondition condition;
    /** The date of each slot, which is the date modulo the number of slots. */
    private int[] datesOfSlots = {};
    /** The result for the date of each slot: 1 if it passes, otherwise 0. Adding it needs no jump to mispredict. */
    private byte[] results = {};

    /**
     * Creates a test.
     *
     * @param dates days since 1970-01-01, which can always be evaluated
     * @param code generates code for a condition on rows with the date alone, which never throws
     */
    public DateCondition(LongNode dates, Supplier<Predicate<InternalRow>> code) {
        super(dates);
        this.dates = dates;
        this.condition = new ValueCondition(code);
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        if (results.length == 0) {
            datesOfSlots = new int[SLOTS];
            results = new byte[SLOTS];
            Arrays.fill(results, UNKNOWN);
        }
        LongValues values = Objects.requireNonNull(dates.evaluate(batch));
        int found = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            selected[found] = row;
            if (values.isNull(row)) {
                found += condition.test(null) ? 1 : 0;
                continue;
            }
            int date = (int) values.values[row];
            int slot = date & SLOTS - 1;
            if (datesOfSlots[slot] != date || results[slot] == UNKNOWN) {
                datesOfSlots[slot] = date;
                results[slot] = (byte) (condition.test(date) ? 1 : 0);
            }
            found += results[slot];
        }
        return found;
    }
}
