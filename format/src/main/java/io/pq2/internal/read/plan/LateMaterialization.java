package io.pq2.internal.read.plan;

import io.pq2.predicate.Predicate;

/**
 * Whether the columns that a filter does not look at are requested only when it is known which rows it keeps, so that pages without any
 * are not. That costs a wait between the two requests of a row group, and columns that are looked at are decoded twice where rows are
 * kept; it pays for filters that keep few rows. Conditions that a value equals one of a few are taken to do so until it has been
 * measured, others not.
 */
public final class LateMaterialization {

    /** With more values a list is not taken to keep few rows. */
    private static final int FEW_VALUES = 100;
    /** Rows are few if no more than one of so many is kept: fewer than pages commonly have. */
    private static final long ROWS_PER_KEPT = 4096;
    /** If less than one byte of so many is saved, it does not pay. */
    private static final long BYTES_PER_SAVED = 4;
    /** For so many row groups it is not tried again, and each time for twice as many. */
    private static final int FIRST_PAUSE = 4;

    private static final int LONGEST_PAUSE = 256;

    private boolean fewKept;
    private boolean measured;
    private int pause;
    private int nextPause = FIRST_PAUSE;

    /** Whether to do so with a row group of which so much is left to check. */
    public boolean pay(Predicate residual) {
        return pause == 0 && (measured ? fewKept : keepsFew(residual));
    }

    private static boolean keepsFew(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            return and.operands().stream().anyMatch(LateMaterialization::keepsFew);
        } else if (predicate instanceof Predicate.Or or) {
            return or.operands().stream().allMatch(LateMaterialization::keepsFew);
        } else if (predicate instanceof Predicate.Comparison comparison) {
            return comparison.operator() == Predicate.Operator.EQ;
        } else if (predicate instanceof Predicate.EqualNullSafe equal) {
            return equal.literal() != null;
        }
        return predicate instanceof Predicate.In in && in.literals().size() <= FEW_VALUES;
    }

    /** Counts how many bytes of the late columns of a row group were requested, and how many were not. */
    public void count(long requested, long saved) {
        fewKept = saved >= (requested + saved) / BYTES_PER_SAVED;
        measured = true;
        pause = fewKept ? 0 : nextPause;
        nextPause = fewKept ? FIRST_PAUSE : Math.min(2 * nextPause, LONGEST_PAUSE);
    }

    /** Counts the rows of a row group whose columns were all requested at once, and those that were kept. */
    public void countRows(long kept, long rows) {
        pause = Math.max(0, pause - 1);
        if (pause == 0) {
            fewKept = kept <= rows / ROWS_PER_KEPT;
            measured = true;
        }
    }
}
