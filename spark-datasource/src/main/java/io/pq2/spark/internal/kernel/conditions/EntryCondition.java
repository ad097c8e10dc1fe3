package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.vectors.BytesColumnVector;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.NullUnmarked;

/**
 * Tests the strings of one column with the code that Spark generates for a condition: each entry of a dictionary once,
 * and null once.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class EntryCondition extends RowCondition {

    private static final byte TRUE = 1;
    private static final byte OTHER = 2;

    private final int ordinal;
    private final ValueCondition condition;
    private UTF8String[] tested;
    /** The result for each entry; 0 before it is tested. */
    private byte[] results = {};

    /** @param code generates code for a condition on rows with the column alone, which never throws */
    public EntryCondition(int ordinal, Supplier<Predicate<InternalRow>> code) {
        this.ordinal = ordinal;
        this.condition = new ValueCondition(code);
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        ColumnVector column = batch.column(ordinal);
        if (column instanceof BytesColumnVector bytes && bytes.entries() != null) {
            return selectEntries(bytes, rows, count, selected);
        }
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            UTF8String string = column.getUTF8String(row);
            selected[remaining] = row;
            remaining += (string == null ? condition.nullPasses() : condition.passes(string)) ? 1 : 0;
        }
        return remaining;
    }

    private int selectEntries(BytesColumnVector column, int[] rows, int count, int[] selected) {
        if (column.entries() != tested) {
            tested = column.entries();
            results = new byte[tested.length];
        }
        int[] ids = column.ids();
        boolean hasNull = column.hasNull();
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            selected[remaining] = row;
            remaining += (hasNull && column.isNullAt(row) ? condition.nullPasses() : entryPasses(ids[row])) ? 1 : 0;
        }
        return remaining;
    }

    private boolean entryPasses(int id) {
        if (results[id] == 0) {
            results[id] = condition.passes(tested[id]) ? TRUE : OTHER;
        }
        return results[id] == TRUE;
    }
}
