package io.pq2.predicate;

import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.Set;

/** Rows for which a condition on a column is true, or false. */
final class LeafNode extends FilterNode {

    private final Column column;
    /** The indexes of the fields from the row to the column. */
    private int[] path;

    private final ValueTest test;
    private final DictionaryTest dictionaryTest;
    private final boolean hitsPass;
    private final boolean missesPass;
    private final boolean nullsPass;

    /** @param negated whether those rows pass for which the condition is false */
    LeafNode(Column column, CompiledLeaf leaf, boolean negated) {
        this.column = column;
        this.test = leaf.test();
        this.dictionaryTest = new DictionaryTest(test);
        this.hitsPass = !negated;
        this.missesPass = negated && leaf.othersAreFalse();
        this.nullsPass = negated ? leaf.ofNull().mayBeFalse() : leaf.ofNull().mayBeTrue();
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
        if (vector instanceof DictionaryVector dictionary) {
            dictionaryTest.begin(dictionary);
        }
        for (int k = 0; k < words; k++) {
            long wanted = selection[k];
            if (wanted == 0) {
                continue;
            }
            long present = validity == null ? wanted : wanted & validity[k];
            if (struct != null) {
                present &= struct[k] & (outerStruct == null ? -1L : outerStruct[k]);
            }
            selection[k] = passing(vector, k << 6, wanted, present);
        }
    }

    private long passing(Vector vector, int from, long wanted, long present) {
        long hits = 0;
        if (present != 0) {
            hits = vector instanceof DictionaryVector dictionary
                    ? dictionaryTest.test(dictionary, from, present)
                    : test.test(vector, from, present);
            hits &= present;
        }
        long passing = hitsPass ? hits : 0;
        if (missesPass) {
            passing |= present & ~hits;
        }
        if (nullsPass) {
            passing |= wanted & ~present;
        }
        return passing;
    }

    private static long[] both(long[] one, long[] other, int words) {
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
