package io.pq2.internal.predicate.prune;

import io.pq2.predicate.Predicate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the conditions of a predicate that are worth checking with a further, more expensive source, such as bloom
 * filters: those by which the source could show that no row matches.
 *
 * <p>Example: in {@code a = 1 AND (b = 2 OR c > 3)} with a source that knows {@code a} and {@code b} only, the result
 * is {@code a = 1}.
 */
public final class PruningConditions {

    /** A source of knowledge about conditions. */
    @FunctionalInterface
    public interface Source {

        /**
         * Whether the source may know that a condition is true for no row.
         *
         * @param negated whether to exclude that the condition is false for a row, instead of true
         */
        boolean canPrune(Predicate.Leaf leaf, boolean negated);
    }

    private final StatisticsEvaluator known;
    private final Source source;

    private PruningConditions(StatisticsEvaluator known, Source source) {
        this.known = known;
        this.source = source;
    }

    /**
     * Returns the conditions that the source could use, alone or together, to exclude all rows.
     *
     * @param known the decisions that need no source
     * @return the conditions in the predicate's order; empty if the source cannot help, or if the predicate is
     *     decided already
     */
    public static Set<Predicate.Leaf> of(Predicate predicate, StatisticsEvaluator known, Source source) {
        Set<Predicate.Leaf> found = known.truthValues(predicate).matchingRows() == MatchingRows.SOME_ROWS
                ? new PruningConditions(known, source).of(predicate, false)
                : null;
        return found == null ? Set.of() : found;
    }

    /**
     * Returns the conditions that could show, with data from the source, that the predicate is true for no row.
     *
     * @param negated whether to show that the predicate is false for no row, instead of true
     * @return absent when the source cannot show it; empty when it is known without the source
     */
    private @Nullable Set<Predicate.Leaf> of(Predicate predicate, boolean negated) {
        TruthValues truthValues = known.truthValues(predicate);
        if (negated ? !truthValues.mayBeFalse() : !truthValues.mayBeTrue()) {
            return Set.of();
        } else if (predicate instanceof Predicate.Leaf leaf) {
            return source.canPrune(leaf, negated) ? Set.of(leaf) : null;
        } else if (predicate instanceof Predicate.Not not) {
            return of(not.operand(), !negated);
        } else if (predicate instanceof Predicate.And and) {
            return negated ? all(and.operands(), true) : any(and.operands(), false);
        } else if (predicate instanceof Predicate.Or or) {
            return negated ? any(or.operands(), true) : all(or.operands(), false);
        }
        return null;
    }

    /** Returns the conditions of predicates if it suffices to exclude one of them. */
    private @Nullable Set<Predicate.Leaf> any(List<Predicate> predicates, boolean negated) {
        Set<Predicate.Leaf> leaves = null;
        for (Predicate predicate : predicates) {
            Set<Predicate.Leaf> found = of(predicate, negated);
            if (found != null) {
                leaves = leaves == null ? new LinkedHashSet<>() : leaves;
                leaves.addAll(found);
            }
        }
        return leaves;
    }

    /** Returns the conditions of predicates that must all be excluded. */
    private @Nullable Set<Predicate.Leaf> all(List<Predicate> predicates, boolean negated) {
        Set<Predicate.Leaf> leaves = new LinkedHashSet<>();
        for (Predicate predicate : predicates) {
            Set<Predicate.Leaf> found = of(predicate, negated);
            if (found == null) {
                return null;
            }
            leaves.addAll(found);
        }
        return leaves;
    }
}
