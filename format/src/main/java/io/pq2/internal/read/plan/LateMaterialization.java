package io.pq2.internal.read.plan;

import io.pq2.predicate.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides for each row group of a scan whether late materialization is worthwhile: whether the columns that the filter
 * does not need are requested only after the filter has been evaluated, so that their pages without matching rows are
 * never requested.
 *
 * <p>Late materialization costs a second wait per row group, and the filter's columns are decoded twice where rows
 * match. It is worthwhile for filters that match few rows. Until something has been measured, the filter's form
 * decides: equality with one or a few values is expected to match few rows, other conditions are not.
 */
public final class LateMaterialization {

    /** An {@code In} with more values is not expected to match few rows. */
    private static final int FEW_VALUES = 100;
    /** Few rows match if there are at least this many rows per matching row: more than a page commonly has. */
    private static final long ROWS_PER_MATCH = 4096;
    /** Late materialization is worthwhile if it saves at least one byte in this many. */
    private static final long BYTES_PER_SAVED_BYTE = 4;
    /** Row groups to read normally before the next attempt; doubles after every unsuccessful attempt. */
    private static final int FIRST_PAUSE = 4;

    private static final int LONGEST_PAUSE = 256;

    private boolean fewMatches;
    private boolean measured;
    private int pause;
    private int nextPause = FIRST_PAUSE;

    /**
     * Whether to use late materialization for a row group.
     *
     * @param residual the part of the filter that must be evaluated; absent without a filter
     */
    public boolean isWorthwhile(@Nullable Predicate residual) {
        return residual != null && pause == 0 && (measured ? fewMatches : isSelective(residual));
    }

    private static boolean isSelective(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            return and.operands().stream().anyMatch(LateMaterialization::isSelective);
        } else if (predicate instanceof Predicate.Or or) {
            return or.operands().stream().allMatch(LateMaterialization::isSelective);
        } else if (predicate instanceof Predicate.Comparison comparison) {
            return comparison.operator() == Predicate.Operator.EQ;
        } else if (predicate instanceof Predicate.EqualNullSafe equal) {
            return equal.literal() != null;
        }
        return predicate instanceof Predicate.In in && in.literals().size() <= FEW_VALUES;
    }

    /**
     * Records the result of late materialization of a row group.
     *
     * @param requestedBytes the bytes of the deferred columns that were requested
     * @param savedBytes the bytes of the deferred columns that were not requested
     */
    public void recordDeferredBytes(long requestedBytes, long savedBytes) {
        fewMatches = savedBytes >= (requestedBytes + savedBytes) / BYTES_PER_SAVED_BYTE;
        measured = true;
        pause = fewMatches ? 0 : nextPause;
        nextPause = fewMatches ? FIRST_PAUSE : Math.min(2 * nextPause, LONGEST_PAUSE);
    }

    /** Records how many rows of a row group that was read without late materialization match the filter. */
    public void recordMatches(long matchingRows, long rows) {
        pause = Math.max(0, pause - 1);
        if (pause == 0) {
            fewMatches = matchingRows <= rows / ROWS_PER_MATCH;
            measured = true;
        }
    }
}
