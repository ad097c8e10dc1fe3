package io.pq2.internal.predicate.prune;

/**
 * The set of truth values that a predicate can have among some rows. It may contain values that do not occur, but it
 * never lacks one that occurs.
 *
 * @param mayBeTrue whether the predicate may be true for a row
 * @param mayBeFalse whether it may be false for a row
 * @param mayBeUnknown whether it may be unknown for a row
 */
public record TruthValues(boolean mayBeTrue, boolean mayBeFalse, boolean mayBeUnknown) {

    /** All three: nothing is known. */
    public static final TruthValues ANY = new TruthValues(true, true, true);

    /** True for every row. */
    public static final TruthValues TRUE = new TruthValues(true, false, false);

    /** False for every row. */
    public static final TruthValues FALSE = new TruthValues(false, true, false);

    /** Unknown for every row. */
    public static final TruthValues UNKNOWN = new TruthValues(false, false, true);

    /** The empty set: there are no rows. */
    public static final TruthValues NONE = new TruthValues(false, false, false);

    /** True or false, but never unknown. */
    public static final TruthValues EITHER = new TruthValues(true, true, false);

    /** Returns {@link #TRUE} or {@link #FALSE}. */
    public static TruthValues certain(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** Returns the truth values among the rows of both sets. */
    public TruthValues union(TruthValues other) {
        return new TruthValues(
                mayBeTrue || other.mayBeTrue, mayBeFalse || other.mayBeFalse, mayBeUnknown || other.mayBeUnknown);
    }

    /** Combines two sources of knowledge about the same rows and predicate. */
    public TruthValues intersect(TruthValues other) {
        return new TruthValues(
                mayBeTrue && other.mayBeTrue, mayBeFalse && other.mayBeFalse, mayBeUnknown && other.mayBeUnknown);
    }

    /** Returns the truth values of the negated predicate. */
    public TruthValues not() {
        return new TruthValues(/* mayBeTrue= */ mayBeFalse, /* mayBeFalse= */ mayBeTrue, mayBeUnknown);
    }

    /** Returns the truth values of the conjunction with another predicate on the same rows. */
    public TruthValues and(TruthValues other) {
        if (isNone() || other.isNone()) {
            return NONE;
        }
        boolean unknown =
                (mayBeUnknown && (other.mayBeUnknown || other.mayBeTrue)) || (mayBeTrue && other.mayBeUnknown);
        return new TruthValues(mayBeTrue && other.mayBeTrue, mayBeFalse || other.mayBeFalse, unknown);
    }

    /** Returns the truth values of the disjunction with another predicate on the same rows. */
    public TruthValues or(TruthValues other) {
        return not().and(other.not()).not();
    }

    private boolean isNone() {
        return !mayBeTrue && !mayBeFalse && !mayBeUnknown;
    }

    /** Returns whether a filter with this predicate keeps no, some or all rows. */
    public MatchingRows matchingRows() {
        if (!mayBeTrue) {
            return MatchingRows.NO_ROWS;
        }
        return mayBeFalse || mayBeUnknown ? MatchingRows.SOME_ROWS : MatchingRows.ALL_ROWS;
    }
}
