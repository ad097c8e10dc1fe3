/**
 * Filters over rows, and what statistics prove about them.
 *
 * <p>A {@link io.pq2.predicate.Predicate} speaks of leaf columns by path and of {@link io.pq2.predicate.Literal}s by logical value;
 * neither knows a file. It is true, false or unknown for a row, as in SQL: a comparison with a null is unknown, and a row passes a
 * filter only if the filter is true for it.
 *
 * <p>{@link io.pq2.internal.predicate.prune.TruthValues} is the set of those three that can occur among some rows. Outcomes are found for each leaf
 * of a predicate from statistics and combined by the tables of three-valued logic. They may be too many, never too few: that is
 * why {@link io.pq2.internal.predicate.prune.MatchingRows#NO_ROWS} and {@link io.pq2.internal.predicate.prune.MatchingRows#ALL_ROWS} are proofs.
 *
 * <p>{@link io.pq2.internal.predicate.filter.BatchFilter} finds the rows of a batch for which a predicate is true. NOT is taken down to the
 * conditions on columns: what is left are AND and OR over conditions that are asked where they are true, or where they are false.
 * That is exact in three-valued logic, and a selection of rows needs one bit a row. A condition is compiled for the physical
 * values of its column, a literal becoming the range of stored integers, floating point numbers or bytes for which it is true.
 *
 * <p>NaN: engines disagree whether a NaN is greater than all numbers and equal to itself (Spark) or has no order (IEEE 754, SQL
 * elsewhere). What is proved here holds for both; a filter goes by
 * a {@link io.pq2.predicate.NanOrder}. -0 and +0 are equal.
 */
package io.pq2.predicate;
