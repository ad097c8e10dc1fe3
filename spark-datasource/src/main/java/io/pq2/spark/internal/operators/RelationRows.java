package io.pq2.spark.internal.operators;

import io.pq2.spark.internal.kernel.join.JoinMatches;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.joins.HashedRelation;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.NullUnmarked;
import scala.collection.Iterator;

/**
 * The rows of a broadcast as Spark has them. Needs no memory apart from the rows of a batch, so tasks use it that get
 * no memory for a {@link io.pq2.spark.internal.kernel.join.JoinTable}.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
final class RelationRows extends JoinMatches {

    private final HashedRelation relation;
    private final DataType[] types;
    private final int[] ordinals;

    /** The rows of the batch; the first one is absent, for the row of nulls. */
    private final List<InternalRow> rows = new ArrayList<>();
    /** The remaining rows of a key. Each call of its {@code next} changes the row that the last call returned. */
    private Iterator<InternalRow> remaining;

    /**
     * Creates the rows for a task.
     *
     * @param relation the relation, which no other thread uses
     * @param types the types of the columns
     * @param ordinals the index of each column in the rows of the relation
     */
    RelationRows(HashedRelation relation, DataType[] types, int[] ordinals) {
        this.relation = relation;
        this.types = types.clone();
        this.ordinals = ordinals.clone();
    }

    @Override
    public void begin() {
        rows.clear();
        rows.add(null);
    }

    @Override
    public boolean isUnique() {
        return relation.keyIsUnique();
    }

    @Override
    public boolean has(long key) {
        return isUnique() ? relation.getValue(key) != null : relation.get(key) != null;
    }

    @Override
    public int find(long key) {
        InternalRow row = relation.getValue(key);
        return row == null ? -1 : add(row);
    }

    private int add(InternalRow row) {
        rows.add(row.copy());
        return rows.size() - 1;
    }

    @Override
    public boolean start(long key) {
        remaining = relation.get(key);
        return hasMore();
    }

    @Override
    public int take(int[] target, int from, int most) {
        int count = 0;
        while (count < most && remaining.hasNext()) {
            target[from + count] = add(remaining.next());
            count++;
        }
        return count;
    }

    @Override
    public boolean hasMore() {
        return remaining != null && remaining.hasNext();
    }

    @Override
    public int nullRow() {
        return 0;
    }

    @Override
    public ColumnVector column(int ordinal, int[] selected, int count) {
        return new RowColumnVector(types[ordinal], ordinals[ordinal], rows, selected);
    }
}
