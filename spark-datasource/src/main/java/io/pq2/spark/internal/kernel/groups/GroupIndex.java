package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongIndex;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;

/**
 * Numbers the groups of rows from 0. Two numbers, of the group by the columns before and of the next column's value,
 * make one long, whose number is that of the group by one column more.
 */
final class GroupIndex {

    private final List<GroupKey> keys;
    private final FirstGroups first = new FirstGroups();
    /** The groups by the first column and each following one. */
    private final List<LongIndex> pairs;

    private int[] numbers = {};

    GroupIndex(List<GroupKey> keys) {
        this.keys = keys;
        this.pairs = keys.stream().skip(1).map(key -> new LongIndex()).toList();
    }

    /** Returns the number of groups. Without grouping columns there is one. */
    int size() {
        if (keys.isEmpty()) {
            return 1;
        }
        return pairs.isEmpty() ? first.size() : pairs.get(pairs.size() - 1).size();
    }

    /** Sets {@code groups[row]} to the number of the row's group, for the first {@code count} rows in {@code rows}. */
    void find(BatchColumns batch, int[] rows, int count, int[] groups) {
        if (keys.isEmpty()) {
            Arrays.fill(groups, 0);
            return;
        }
        if (numbers.length < groups.length) {
            numbers = new int[groups.length];
        }
        keys.get(0).number(batch, rows, count, numbers);
        first.find(rows, count, numbers, groups);
        for (int k = 1; k < keys.size(); k++) {
            keys.get(k).number(batch, rows, count, numbers);
            LongIndex pair = pairs.get(k - 1);
            for (int i = 0; i < count; i++) {
                int row = rows[i];
                groups[row] = pair.indexOf((long) groups[row] << Integer.SIZE | numbers[row]);
            }
        }
    }

    /** Writes the values of a group's columns to the first fields of a row. */
    void write(UnsafeRowWriter writer, int group) {
        int prefix = group;
        for (int k = keys.size() - 1; k > 0; k--) {
            long pair = pairs.get(k - 1).value(prefix);
            keys.get(k).write(writer, k, (int) pair);
            prefix = (int) (pair >>> Integer.SIZE);
        }
        if (!keys.isEmpty()) {
            keys.get(0).write(writer, 0, first.number(prefix));
        }
    }

    /** Writes the values of a row's columns to the first fields of a row. */
    void writeRow(BatchColumns batch, UnsafeRowWriter writer, int row) {
        for (int k = 0; k < keys.size(); k++) {
            keys.get(k).writeRow(batch, writer, k, row);
        }
    }

    /** Returns the bytes of the arrays for groups and the values of their columns, which double when they are full. */
    long bytes() {
        long bytes = first.bytes();
        for (LongIndex pair : pairs) {
            bytes += pair.bytes();
        }
        for (GroupKey key : keys) {
            bytes += key.bytes();
        }
        return bytes;
    }

    /** Returns the bytes that strings take, in addition to {@link #bytes}. */
    long textBytes() {
        long bytes = 0;
        for (GroupKey key : keys) {
            bytes += key.textBytes();
        }
        return bytes;
    }

    /** Forgets all groups, and frees their memory. */
    void clear() {
        first.clear();
        pairs.forEach(LongIndex::clear);
        keys.forEach(GroupKey::clear);
    }
}
