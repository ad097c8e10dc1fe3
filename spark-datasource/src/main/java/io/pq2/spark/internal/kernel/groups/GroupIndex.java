package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.LongIndex;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.jspecify.annotations.NullUnmarked;

/**
 * Numbers the groups of rows. The group by one column has the number of the column's value. Two numbers, of the group
 * by the columns before and of the next column's value, make one long, whose number is that of the group by one column
 * more.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
final class GroupIndex {

    private final List<GroupKey> keys;
    /** The groups by the columns up to each one after the first. */
    private final List<LongIndex> pairs;

    private int[] groups = {};
    private int[] numbers = {};
    /** Whether there is a row with null in the only column. */
    private boolean hasNull;

    GroupIndex(List<GroupKey> keys) {
        this.keys = keys;
        this.pairs = keys.stream().skip(1).map(key -> new LongIndex()).toList();
    }

    /** Returns the first group, from which on groups are numbered: without null, the group 0 of null is left out. */
    int first() {
        return keys.size() == 1 && !hasNull ? 1 : 0;
    }

    /** Returns the end of the numbers of groups. Without grouping columns there is one group. */
    int end() {
        if (keys.isEmpty()) {
            return 1;
        }
        return pairs.isEmpty()
                ? keys.get(0).size() + 1
                : pairs.get(pairs.size() - 1).size();
    }

    /**
     * Returns the group of each row of a batch that is among some.
     *
     * @return the groups by row, valid until the next call; null without grouping columns
     */
    int[] find(BatchColumns batch, int[] rows, int count) {
        if (keys.isEmpty()) {
            return null;
        }
        if (groups.length < batch.rows()) {
            groups = new int[batch.rows()];
            numbers = new int[batch.rows()];
        }
        keys.get(0).number(batch, rows, count, groups);
        for (int i = 0; i < count && pairs.isEmpty() && !hasNull; i++) {
            hasNull = groups[rows[i]] == 0;
        }
        for (int k = 1; k < keys.size(); k++) {
            keys.get(k).number(batch, rows, count, numbers);
            LongIndex pair = pairs.get(k - 1);
            for (int i = 0; i < count; i++) {
                int row = rows[i];
                groups[row] = pair.indexOf((long) groups[row] << Integer.SIZE | numbers[row]);
            }
        }
        return groups;
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
            keys.get(0).write(writer, 0, prefix);
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
        long bytes = 0;
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
        hasNull = false;
        pairs.forEach(LongIndex::clear);
        keys.forEach(GroupKey::clear);
    }
}
