/**
 * Counts and explains what scans do.
 *
 * <p>Two listeners collect what a scan reports: {@link io.pq2.internal.read.explain.ScanCounters} holds the totals
 * behind {@link io.pq2.read.ScanMetrics}, {@link io.pq2.internal.read.explain.ExplanationRecorder} the details by row
 * group and column behind {@link io.pq2.read.ScanExplanation}. {@link io.pq2.internal.read.explain.ExplanationText}
 * formats the details as text.
 */
@NullMarked
package io.pq2.internal.read.explain;

import org.jspecify.annotations.NullMarked;
