package io.pq2.spark.internal.partial;

import java.util.List;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;

/**
 * Numbers the groups of rows from 0. Two numbers, of the group by all columns before and of the next column's value,
 * make one long, whose number is that of the group by one column more.
 */
final class GroupIndex {

    private final List<GroupKey> keys;
    private final LongIndex[] pairs;
    private int[] numbers = {};

    GroupIndex(List<GroupKey> keys) {
        this.keys = keys;
        this.pairs = new LongIndex[keys.size()];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = new LongIndex();
        }
    }

    /** Returns the number of groups. Without grouping columns there is one. */
    int size() {
        return keys.isEmpty() ? 1 : pairs[pairs.length - 1].size();
    }

    /** Sets {@code groups[row]} to the number of the row's group, for the first {@code count} rows in {@code rows}. */
    void find(BatchColumns batch, int[] rows, int count, int[] groups) {
        if (numbers.length < groups.length) {
            numbers = new int[groups.length];
        }
        for (int i = 0; i < count; i++) {
            groups[rows[i]] = 0;
        }
        for (int k = 0; k < pairs.length; k++) {
            keys.get(k).number(batch, rows, count, numbers);
            LongIndex pair = pairs[k];
            for (int i = 0; i < count; i++) {
                int row = rows[i];
                groups[row] = pair.indexOf((long) groups[row] << Integer.SIZE | numbers[row]);
            }
        }
    }

    /** Writes the values of a group's columns to the first fields of a row. */
    void write(UnsafeRowWriter writer, int group) {
        int prefix = group;
        for (int k = pairs.length - 1; k >= 0; k--) {
            long pair = pairs[k].value(prefix);
            keys.get(k).write(writer, k, (int) pair);
            prefix = (int) (pair >>> Integer.SIZE);
        }
    }

    /** Forgets all groups. */
    void clear() {
        for (int k = 0; k < pairs.length; k++) {
            pairs[k].clear();
            keys.get(k).clear();
        }
    }
}
