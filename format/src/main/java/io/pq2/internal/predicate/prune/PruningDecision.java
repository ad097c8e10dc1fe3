package io.pq2.internal.predicate.prune;

import io.pq2.predicate.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether no, some or all rows of a row group or page match a predicate, and the condition that decided it.
 *
 * @param matchingRows the rows that match
 * @param decidedBy the smallest part of the predicate, often a condition on one column, that decided it; absent for
 *     {@link MatchingRows#SOME_ROWS}
 */
public record PruningDecision(
        MatchingRows matchingRows, @Nullable Predicate decidedBy) {

    /** Some rows may match: nothing is certain. */
    public static final PruningDecision UNDECIDED = new PruningDecision(MatchingRows.SOME_ROWS, null);
}
