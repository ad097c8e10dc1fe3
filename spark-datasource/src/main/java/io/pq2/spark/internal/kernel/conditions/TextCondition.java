package io.pq2.spark.internal.kernel.conditions;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.vectors.BytesColumnVector;
import java.util.function.Predicate;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.NullUnmarked;

/** Tests the strings of a column. Tests each entry of a dictionary once. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class TextCondition extends RowCondition {

    private final int ordinal;
    private final Predicate<UTF8String> test;
    private UTF8String[] tested;
    private boolean[] results = {};

    public TextCondition(int ordinal, Predicate<UTF8String> test) {
        this.ordinal = ordinal;
        this.test = test;
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
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            UTF8String value = column.getUTF8String(row);
            selected[remaining] = row;
            remaining += value != null && test.test(value) ? 1 : 0;
        }
        return remaining;
    }

    private int selectEntries(BytesColumnVector column, int[] rows, int count, int[] selected) {
        if (column.entries() != tested) {
            tested = column.entries();
            results = new boolean[tested.length];
            for (int i = 0; i < tested.length; i++) {
                results[i] = test.test(tested[i]);
            }
        }
        int[] ids = column.ids();
        boolean hasNull = column.hasNull();
        int remaining = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            selected[remaining] = row;
            remaining += !(hasNull && column.isNullAt(row)) && results[ids[row]] ? 1 : 0;
        }
        return remaining;
    }
}
