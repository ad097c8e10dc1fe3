package io.pq2.internal.predicate.prune;

import io.pq2.predicate.Predicate;

/**
 * What is certain about some rows and a predicate, and why.
 *
 * @param proof what is certain
 * @param because the smallest part of the predicate, often a condition on one column, that decided it; null if nothing is certain
 */
public record PruningDecision(MatchingRows proof, Predicate because) {

    /** Nothing is certain. */
    public static final PruningDecision UNDECIDED = new PruningDecision(MatchingRows.SOME_ROWS, null);
}
