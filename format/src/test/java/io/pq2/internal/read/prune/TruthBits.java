package io.pq2.internal.read.prune;

/** Sets of truth values as bits: the possible results of a condition. */
final class TruthBits {

    static final int FALSE = 1;
    static final int UNKNOWN = 2;
    static final int TRUE = 4;
    static final int ANY = FALSE | UNKNOWN | TRUE;

    private TruthBits() {}

    static int of(boolean value) {
        return value ? TRUE : FALSE;
    }

    static int not(int set) {
        return (set & UNKNOWN) | ((set & FALSE) != 0 ? TRUE : 0) | ((set & TRUE) != 0 ? FALSE : 0);
    }

    /** Returns the smaller value of each pair; false is less than unknown and unknown is less than true. */
    static int and(int left, int right) {
        int both = 0;
        for (int one = FALSE; one <= TRUE; one <<= 1) {
            for (int other = FALSE; other <= TRUE; other <<= 1) {
                both |= (left & one) != 0 && (right & other) != 0 ? Math.min(one, other) : 0;
            }
        }
        return both;
    }

    static int or(int left, int right) {
        return not(and(not(left), not(right)));
    }
}
