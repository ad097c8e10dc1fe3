package io.pq2.internal.predicate.filter;

import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.Arrays;
import java.util.Set;

/** Keeps the rows in which a struct, list or map is null, or those in which it is not. */
final class GroupNode extends FilterNode {

    private final Column witness;
    /** The number of names on the path of the group. */
    private final int depth;

    private final boolean nullsPass;
    /** The child indexes from the row to the group. */
    private int[] path = new int[0];

    /**
     * @param witness the column of the group that is read
     * @param depth the number of fields from the row to the group
     * @param nullsPass whether the rows pass in which the group is null, instead of the others
     */
    GroupNode(Column witness, int depth, boolean nullsPass) {
        this.witness = witness;
        this.depth = depth;
        this.nullsPass = nullsPass;
    }

    @Override
    void bind(Shape.Struct shape) {
        path = Arrays.copyOf(ColumnPath.of(witness, shape), depth);
    }

    @Override
    void collectColumns(Set<Column> columns) {
        columns.add(witness);
    }

    @Override
    void keep(Batch batch, long[] selection, int words) {
        Vector vector = batch.columns().get(path[0]);
        long[] present = vector.validity();
        boolean copied = false;
        for (int i = 1; i < depth; i++) {
            vector = ((StructVector) vector).children().get(path[i]);
            long[] inner = vector.validity();
            if (inner != null && present != null) {
                present = copied ? present : Arrays.copyOf(present, words);
                copied = true;
                and(present, inner, words);
            } else if (inner != null) {
                present = inner;
            }
        }
        for (int k = 0; k < words; k++) {
            long there = present == null ? -1L : present[k];
            selection[k] &= nullsPass ? ~there : there;
        }
    }

    private static void and(long[] present, long[] inner, int words) {
        for (int k = 0; k < words; k++) {
            present[k] &= inner[k];
        }
    }
}
