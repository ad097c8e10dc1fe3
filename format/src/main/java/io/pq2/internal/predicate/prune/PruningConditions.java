package io.pq2.internal.predicate.prune;

import io.pq2.predicate.Predicate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which conditions it is worth to ask one more source about: those by which a predicate could turn out to be true for no row.
 *
 * <p>In {@code a = 1 AND (b = 2 OR c > 3)} that is {@code a = 1} if the source knows nothing about {@code c}, however much it knows about
 * {@code b}.
 */
public final class PruningConditions {

    /** What may be asked. */
    @FunctionalInterface
    public interface Source {

        /**
         * Whether it may know that a condition is true for no row.
         *
         * @param negated whether instead that it is false for none
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
     * The conditions of a predicate that could, together or one of them alone, rule all rows out.
     *
     * @param known what is known without the source
     * @return in the order of the predicate; none if all of them together could not, or if the predicate is decided already
     */
    public static Set<Predicate.Leaf> of(Predicate predicate, StatisticsEvaluator known, Source source) {
        Set<Predicate.Leaf> found = known.truthValues(predicate).matchingRows() == MatchingRows.SOME_ROWS
                ? new PruningConditions(known, source).of(predicate, false)
                : null;
        return found == null ? Set.of() : found;
    }

    /**
     * The conditions by which a predicate could be ruled out.
     *
     * @param negated whether it is to be false for no row, instead of true for none
     * @return null if it cannot be; none if it is already
     */
    private Set<Predicate.Leaf> of(Predicate predicate, boolean negated) {
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

    /** If it suffices that one of some predicates is ruled out. */
    private Set<Predicate.Leaf> any(List<Predicate> predicates, boolean negated) {
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

    /** If each of some predicates must be ruled out. */
    private Set<Predicate.Leaf> all(List<Predicate> predicates, boolean negated) {
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
