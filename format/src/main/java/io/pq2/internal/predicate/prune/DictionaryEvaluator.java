package io.pq2.internal.predicate.prune;

import io.pq2.internal.predicate.filter.BatchFilter;
import io.pq2.internal.predicate.filter.CompiledLeaf;
import io.pq2.internal.predicate.filter.LiteralPosition;
import io.pq2.predicate.NanOrder;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.vector.Vector;

/** Evaluates conditions with the dictionary of a column chunk whose pages all use the dictionary. */
public final class DictionaryEvaluator {

    private DictionaryEvaluator() {}

    /** Whether a dictionary can decide the condition beyond whether there are nulls. */
    public static boolean canDecide(Predicate.Leaf leaf, Column column) {
        return leaf instanceof Predicate.AnyValue any
                ? canDecideValues(any.condition(), column)
                : column.maxRepetitionLevel() == 0 && canDecideValues(leaf, column);
    }

    private static boolean canDecideValues(Predicate.Leaf leaf, Column column) {
        boolean aboutNulls = leaf instanceof Predicate.IsNull
                || leaf instanceof Predicate.IsNotNull
                || (leaf instanceof Predicate.EqualNullSafe equal && equal.literal() == null);
        return !aboutNulls && CompiledLeaf.of(leaf, column.field(), NanOrder.GREATEST) != null;
    }

    /**
     * Returns the truth values of a condition for values that are dictionary entries or null. Unused entries count as
     * well. The result holds for every {@link NanOrder}.
     *
     * @param column a column, which is below a repeated field only if the condition is {@link Predicate.AnyValue}
     * @param dictionary the entries, of the column's type
     * @param mayHaveNull whether some values may be null
     * @return {@link TruthValues#ANY} if the condition is undecided, see {@link BatchFilter}
     */
    public static TruthValues truthValues(Predicate.Leaf leaf, Column column, Vector dictionary, boolean mayHaveNull) {
        if (leaf instanceof Predicate.AnyValue any) {
            return LeafStatisticsEvaluator.ofAnyValue(truthValues(any.condition(), column, dictionary, mayHaveNull));
        }
        TruthValues truthValues = TruthValues.NONE;
        for (NanOrder nans : NanOrder.values()) {
            CompiledLeaf compiled = CompiledLeaf.of(leaf, column.field(), nans);
            if (compiled == null) {
                return TruthValues.ANY;
            }
            truthValues = truthValues.union(truthValues(compiled, dictionary));
            if (LiteralPosition.valueClass(column.field()) != Double.class) {
                break;
            }
        }
        return mayHaveNull ? truthValues.union(LeafStatisticsEvaluator.truthValuesOfNull(leaf)) : truthValues;
    }

    private static TruthValues truthValues(CompiledLeaf leaf, Vector dictionary) {
        boolean hit = false;
        boolean miss = false;
        int entries = dictionary.length();
        for (int from = 0; from < entries && !(hit && miss); from += Long.SIZE) {
            long tested = -1L >>> -Math.min(Long.SIZE, entries - from);
            long hits = leaf.test().test(dictionary, from, tested) & tested;
            hit |= hits != 0;
            miss |= hits != tested;
        }
        return new TruthValues(hit, miss && leaf.othersAreFalse(), miss && !leaf.othersAreFalse());
    }
}
