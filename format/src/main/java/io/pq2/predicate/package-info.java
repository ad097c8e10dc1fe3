/**
 * Filters: conditions on rows with the three-valued logic of SQL.
 *
 * <p>A {@link io.pq2.predicate.Predicate} names columns by path and compares them with
 * {@link io.pq2.predicate.Literal}s. It is independent of files and physical types. {@link io.pq2.predicate.Predicates}
 * builds predicates from Java values, and {@link io.pq2.predicate.PredicateText} parses them from text.
 *
 * <p>For each row a predicate is true, false or unknown: a comparison with null is unknown. A filter keeps the rows for
 * which its predicate is true.
 *
 * <p>Engines differ in two points, for which a caller chooses {@link io.pq2.predicate.FilterSemantics}: the meaning of
 * columns that a file does not have, and NaN, which is greater than all numbers and equal to itself in Spark, and
 * unordered in IEEE 754. Pruning is correct for both orders of NaN. -0 and +0 are always equal.
 */
@NullMarked
package io.pq2.predicate;

import org.jspecify.annotations.NullMarked;
