package io.pq2.internal.predicate.filter;

import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps the rows for which a condition on a column is true, or those for which it is false. */
final class LeafNode extends FilterNode {

    private final Column column;
    /** The child indexes from the row to the column. */
    private int[] path = new int[0];

    private final ValueCheck test;
    private final DictionaryCheck dictionaryTest;
    private final boolean nullsPass;

    private LeafNode(Column column, ValueCheck test, boolean nullsPass) {
        this.column = column;
        this.test = test;
        this.dictionaryTest = new DictionaryCheck(test);
        this.nullsPass = nullsPass;
    }

    /** Returns the node that keeps the rows for which a condition is true. */
    static LeafNode whereTrue(Column column, CompiledLeaf leaf) {
        return new LeafNode(column, leaf.test(), leaf.ofNull().mayBeTrue());
    }

    /** Returns the node that keeps the rows for which a condition is false. */
    static LeafNode whereFalse(Column column, CompiledLeaf leaf) {
        ValueCheck others = leaf.othersAreFalse() ? leaf.test().not() : ValueCheck.NONE;
        return new LeafNode(column, others, leaf.ofNull().mayBeFalse());
    }

    /** Merges two conditions on a column into one node, often a range; absent when they cannot be merged. */
    @Nullable
    LeafNode and(LeafNode other) {
        if (nullsPass || other.nullsPass || !column.equals(other.column)) {
            return null;
        }
        ValueCheck both = test.and(other.test);
        return both == null ? null : new LeafNode(column, both, false);
    }

    @Override
    void bind(Shape.Struct shape) {
        path = ColumnPath.of(column, shape);
    }

    @Override
    void collectColumns(Set<Column> columns) {
        columns.add(column);
    }

    @Override
    void keep(Batch batch, long[] selection, int words) {
        Vector vector = batch.columns().get(path[0]);
        long[] struct = null;
        long[] outerStruct = null;
        for (int i = 1; i < path.length; i++) {
            long[] validity = vector.validity();
            if (validity != null) {
                outerStruct = struct == null ? null : both(outerStruct, struct, words);
                struct = validity;
            }
            vector = ((StructVector) vector).children().get(path[i]);
        }
        long[] validity = vector.validity();
        boolean constant = test == ValueCheck.ALL || test == ValueCheck.NONE;
        DictionaryVector encoded = vector instanceof DictionaryVector dictionary && !constant ? dictionary : null;
        if (encoded != null) {
            dictionaryTest.begin(encoded);
        }
        for (int k = 0; k < words; k++) {
            long tested = selection[k];
            if (tested == 0) {
                continue;
            }
            long present = validity == null ? tested : tested & validity[k];
            if (struct != null) {
                present &= struct[k] & (outerStruct == null ? -1L : outerStruct[k]);
            }
            long hits = 0;
            if (present != 0) {
                hits = encoded != null
                        ? dictionaryTest.test(encoded, k << 6, present)
                        : test.test(vector, k << 6, present);
            }
            selection[k] = hits & present | (nullsPass ? tested & ~present : 0);
        }
    }

    private static long[] both(long @Nullable [] one, long[] other, int words) {
        if (one == null) {
            return other;
        }
        long[] both = new long[words];
        for (int k = 0; k < words; k++) {
            both[k] = one[k] & other[k];
        }
        return both;
    }
}
