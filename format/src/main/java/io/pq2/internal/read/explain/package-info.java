/**
 * Counts and explains the work of scans.
 *
 * <p>Two listeners collect the events of a scan: {@link io.pq2.internal.read.explain.ScanCounters} holds the totals
 * for {@link io.pq2.read.ScanMetrics}, {@link io.pq2.internal.read.explain.ExplanationRecorder} the details by row
 * group and column for {@link io.pq2.read.ScanExplanation}. {@link io.pq2.internal.read.explain.ExplanationText}
 * formats the details as text.
 */
@NullMarked
package io.pq2.internal.read.explain;

import org.jspecify.annotations.NullMarked;
