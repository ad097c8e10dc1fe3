/**
 * Pruning: decides from statistics, dictionaries and bloom filters which rows of a row group or page can match a
 * predicate.
 *
 * <p>Each condition is evaluated to {@link io.pq2.internal.predicate.prune.TruthValues}, the set of truth values that
 * it can have among the rows. The tables of three-valued logic combine these sets. A set may contain values that do not
 * occur but never lacks one that occurs, so {@link io.pq2.internal.predicate.prune.MatchingRows#NO_ROWS} and
 * {@link io.pq2.internal.predicate.prune.MatchingRows#ALL_ROWS} are certain.
 */
@NullMarked
package io.pq2.internal.predicate.prune;

import org.jspecify.annotations.NullMarked;
