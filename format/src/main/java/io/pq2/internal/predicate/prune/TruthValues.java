package io.pq2.internal.predicate.prune;

/**
 * Which truth values a predicate can have among some rows. There may be more in the set than really occur, never fewer.
 *
 * @param mayBeTrue whether the predicate may be true for a row
 * @param mayBeFalse whether it may be false for a row
 * @param mayBeUnknown whether it may be unknown for a row
 */
public record TruthValues(boolean mayBeTrue, boolean mayBeFalse, boolean mayBeUnknown) {

    /** Nothing is certain. */
    public static final TruthValues ANY = new TruthValues(true, true, true);

    /** True for each row. */
    public static final TruthValues TRUE = new TruthValues(true, false, false);

    /** False for each row. */
    public static final TruthValues FALSE = new TruthValues(false, true, false);

    /** Unknown for each row. */
    public static final TruthValues UNKNOWN = new TruthValues(false, false, true);

    /** There are no rows. */
    public static final TruthValues NONE = new TruthValues(false, false, false);

    /** True or false, depending on the row. */
    public static final TruthValues EITHER = new TruthValues(true, true, false);

    /** True for each row, or false for each. */
    public static TruthValues certain(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** The outcomes among the rows of both sets. */
    public TruthValues union(TruthValues other) {
        return new TruthValues(
                mayBeTrue || other.mayBeTrue, mayBeFalse || other.mayBeFalse, mayBeUnknown || other.mayBeUnknown);
    }

    /** What is left if both hold of the same rows and the same predicate. */
    public TruthValues intersect(TruthValues other) {
        return new TruthValues(
                mayBeTrue && other.mayBeTrue, mayBeFalse && other.mayBeFalse, mayBeUnknown && other.mayBeUnknown);
    }

    /** The outcomes of the negated predicate. */
    public TruthValues not() {
        return new TruthValues(/* mayBeTrue= */ mayBeFalse, /* mayBeFalse= */ mayBeTrue, mayBeUnknown);
    }

    /** The outcomes of a conjunction with another predicate on the same rows. */
    public TruthValues and(TruthValues other) {
        if (isNone() || other.isNone()) {
            return NONE;
        }
        boolean unknown =
                (mayBeUnknown && (other.mayBeUnknown || other.mayBeTrue)) || (mayBeTrue && other.mayBeUnknown);
        return new TruthValues(mayBeTrue && other.mayBeTrue, mayBeFalse || other.mayBeFalse, unknown);
    }

    /** The outcomes of a disjunction with another predicate on the same rows. */
    public TruthValues or(TruthValues other) {
        return not().and(other.not()).not();
    }

    private boolean isNone() {
        return !mayBeTrue && !mayBeFalse && !mayBeUnknown;
    }

    /** What follows for a filter. */
    public MatchingRows matchingRows() {
        if (!mayBeTrue) {
            return MatchingRows.NO_ROWS;
        }
        return mayBeFalse || mayBeUnknown ? MatchingRows.SOME_ROWS : MatchingRows.ALL_ROWS;
    }
}
