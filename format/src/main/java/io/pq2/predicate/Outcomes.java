package io.pq2.predicate;

/**
 * Which truth values a predicate can have among some rows. There may be more in the set than really occur, never fewer.
 *
 * @param mayBeTrue whether the predicate may be true for a row
 * @param mayBeFalse whether it may be false for a row
 * @param mayBeUnknown whether it may be unknown for a row
 */
public record Outcomes(boolean mayBeTrue, boolean mayBeFalse, boolean mayBeUnknown) {

    /** Nothing is certain. */
    public static final Outcomes ANY = new Outcomes(true, true, true);

    /** True for each row. */
    public static final Outcomes TRUE = new Outcomes(true, false, false);

    /** False for each row. */
    public static final Outcomes FALSE = new Outcomes(false, true, false);

    /** Unknown for each row. */
    public static final Outcomes UNKNOWN = new Outcomes(false, false, true);

    /** There are no rows. */
    public static final Outcomes NONE = new Outcomes(false, false, false);

    /** True or false, depending on the row. */
    public static final Outcomes EITHER = new Outcomes(true, true, false);

    /** True for each row, or false for each. */
    static Outcomes certain(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** The outcomes among the rows of both sets. */
    public Outcomes union(Outcomes other) {
        return new Outcomes(
                mayBeTrue || other.mayBeTrue, mayBeFalse || other.mayBeFalse, mayBeUnknown || other.mayBeUnknown);
    }

    /** What is left if both hold of the same rows and the same predicate. */
    public Outcomes intersect(Outcomes other) {
        return new Outcomes(
                mayBeTrue && other.mayBeTrue, mayBeFalse && other.mayBeFalse, mayBeUnknown && other.mayBeUnknown);
    }

    /** The outcomes of the negated predicate. */
    public Outcomes not() {
        return new Outcomes(/* mayBeTrue= */ mayBeFalse, /* mayBeFalse= */ mayBeTrue, mayBeUnknown);
    }

    /** The outcomes of a conjunction with another predicate on the same rows. */
    public Outcomes and(Outcomes other) {
        if (isNone() || other.isNone()) {
            return NONE;
        }
        boolean unknown =
                (mayBeUnknown && (other.mayBeUnknown || other.mayBeTrue)) || (mayBeTrue && other.mayBeUnknown);
        return new Outcomes(mayBeTrue && other.mayBeTrue, mayBeFalse || other.mayBeFalse, unknown);
    }

    /** The outcomes of a disjunction with another predicate on the same rows. */
    public Outcomes or(Outcomes other) {
        return not().and(other.not()).not();
    }

    private boolean isNone() {
        return !mayBeTrue && !mayBeFalse && !mayBeUnknown;
    }

    /** What follows for a filter. */
    public Proof proof() {
        if (!mayBeTrue) {
            return Proof.NO_ROWS;
        }
        return mayBeFalse || mayBeUnknown ? Proof.SOME_ROWS : Proof.ALL_ROWS;
    }
}
