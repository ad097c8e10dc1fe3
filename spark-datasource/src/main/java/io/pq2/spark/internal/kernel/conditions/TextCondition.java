package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.vectors.BytesColumnVector;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.NullUnmarked;

/**
 * Tests the strings of a column: each entry of a dictionary once, those of a small dictionary together, and others when
 * a row has them.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class TextCondition extends RowCondition {

    /** In place of a result before it is known. */
    private static final byte UNKNOWN = -1;

    private final int ordinal;
    private final Predicate<UTF8String> condition;
    private UTF8String[] entries;
    /** The result for each entry: 1 if it passes, otherwise 0. Adding it needs no jump to mispredict. */
    private byte[] results = {};
    /** Whether all entries are tested. */
    private boolean areTested;

    /** @param condition tests strings and null */
    public TextCondition(int ordinal, Predicate<UTF8String> condition) {
        this.ordinal = ordinal;
        this.condition = condition;
    }

    /**
     * Returns a test with code that Spark generates.
     *
     * @param code generates code for a condition on rows with the column alone, which never throws
     */
    public static TextCondition ofCode(int ordinal, Supplier<Predicate<InternalRow>> code) {
        return new TextCondition(ordinal, new ValueCondition(code)::test);
    }

    /** Whether a type has strings that Spark compares byte by byte. */
    public static boolean supports(DataType type) {
        return type instanceof StringType text && text.isUTF8BinaryCollation();
    }

    @Override
    public int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        ColumnVector column = batch.column(ordinal);
        if (column instanceof BytesColumnVector bytes && bytes.entries() != null) {
            return selectEntries(bytes, rows, count, selected);
        }
        int found = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            selected[found] = row;
            found += condition.test(column.getUTF8String(row)) ? 1 : 0;
        }
        return found;
    }

    private int selectEntries(BytesColumnVector column, int[] rows, int count, int[] selected) {
        if (column.entries() != entries) {
            entries = column.entries();
            results = new byte[entries.length];
            Arrays.fill(results, UNKNOWN);
            areTested = entries.length <= count;
            for (int id = 0; id < entries.length && areTested; id++) {
                test(id);
            }
        }
        boolean isTested = areTested;
        int[] ids = column.ids();
        boolean hasNull = column.hasNull();
        int found = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            selected[found] = row;
            if (hasNull && column.isNullAt(row)) {
                found += condition.test(null) ? 1 : 0;
                continue;
            }
            int id = ids[row];
            if (!isTested && results[id] == UNKNOWN) {
                test(id);
            }
            found += results[id];
        }
        return found;
    }

    private void test(int id) {
        results[id] = (byte) (condition.test(entries[id]) ? 1 : 0);
    }
}
