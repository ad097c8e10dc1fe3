package io.pq2.predicate;

/**
 * What is certain about some rows and a predicate, and why.
 *
 * @param proof what is certain
 * @param because the smallest part of the predicate, often a condition on one column, that decided it; null if nothing is certain
 */
public record Verdict(Proof proof, Predicate because) {

    /** Nothing is certain. */
    public static final Verdict UNDECIDED = new Verdict(Proof.SOME_ROWS, null);
}
