package io.pq2.spark.internal.kernel.join;

import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.NullUnmarked;

/** The rows of a table. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class TableMatches extends JoinMatches {

    private final JoinTable table;
    private int next;
    private int end;

    public TableMatches(JoinTable table) {
        this.table = table;
    }

    /** Does nothing: the rows of a table keep their numbers. */
    @Override
    public void begin() {}

    @Override
    public boolean isUnique() {
        return table.isUnique();
    }

    @Override
    public boolean has(long key) {
        return table.find(key) >= 0;
    }

    @Override
    public int find(long key) {
        return table.find(key);
    }

    @Override
    public boolean start(long key) {
        int number = table.find(key);
        if (number < 0) {
            return false;
        }
        next = table.start(number);
        end = table.end(number);
        return true;
    }

    @Override
    public int take(int[] target, int from, int most) {
        int count = Math.min(end - next, most);
        for (int i = 0; i < count; i++) {
            target[from + i] = next + i;
        }
        next += count;
        return count;
    }

    @Override
    public boolean hasMore() {
        return next < end;
    }

    @Override
    public int nullRow() {
        return table.nullRow();
    }

    @Override
    public ColumnVector column(int ordinal, int[] rows, int count) {
        return table.column(ordinal, rows, count);
    }
}
