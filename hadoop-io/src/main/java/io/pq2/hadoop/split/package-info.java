/**
 * Split planning: which task reads which row groups.
 *
 * <p>{@link io.pq2.hadoop.split.SplitPlanner} collects the row groups of the input files, from their footers
 * ({@link io.pq2.hadoop.split.FooterCache}) or from their lengths alone. {@link io.pq2.hadoop.split.SplitWork} divides
 * them into {@linkplain io.pq2.hadoop.split.Split splits} of even size, near the hosts that hold the bytes. Every row
 * group that may have matching rows belongs to exactly one split. docs/design/splits.md explains the algorithm.
 */
@NullMarked
package io.pq2.hadoop.split;

import org.jspecify.annotations.NullMarked;
